import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import * as z from "zod/mini";
import { CannotStart } from "../cannot-start.ts";
import { codeOf } from "../error-code.ts";

/**
 * The first line of a backup file, which is gzip of a JSON object per line. Rows fit a database to
 * which `last_migration` and all before it have been applied.
 */
export const Beginning = z.object({
  nishana_backup: z.literal(1),
  last_migration: z.string(),
  order_months: z.array(z.iso.date()),
  sequences: z.array(z.object({ name: z.string(), last_value: z.int() })),
});
export type Beginning = z.infer<typeof Beginning>;

/** Some rows of a table, each in PostgreSQL's own text form. */
const Rows = z.object({ table: z.string(), rows: z.array(z.string()) });
/** The last line: how many rows there are in all. */
const End = z.object({ rows_in_all: z.int() });

export type Line = Beginning | z.infer<typeof Rows> | z.infer<typeof End>;

/** Reads the first line only. Throws CannotStart if the file is not the beginning of a backup. */
export async function readBeginning(file: string): Promise<Beginning> {
  const lines = readLines(file);
  const { value } = await lines.next();
  await lines.return(undefined);
  return parse(file, Beginning, value ?? "");
}

/**
 * Reads the rows, and the file to its very end, where gzip has its checksum. Throws CannotStart at
 * a damaged place and at the end of a file that is cut.
 */
export async function* readRows(file: string): AsyncGenerator<z.infer<typeof Rows>> {
  let rows_in_all = 0;
  let expected: number | undefined;
  for await (const line of readLines(file)) {
    const read = parse(file, z.union([Beginning, Rows, End]), line);
    if ("rows_in_all" in read) expected = read.rows_in_all;
    if (!("table" in read)) continue;
    rows_in_all += read.rows.length;
    yield read;
  }
  if (rows_in_all !== expected) throw notComplete(file);
}

const NEWLINE = 10;

async function* readLines(file: string): AsyncGenerator<string> {
  const bytes = pipeline(createReadStream(file), createGunzip(), () => undefined);
  let pieces: Buffer[] = [];
  try {
    for await (const chunk of bytes) {
      const part = Buffer.from(chunk);
      let start = 0;
      for (let end = part.indexOf(NEWLINE); end !== -1; end = part.indexOf(NEWLINE, start)) {
        pieces.push(part.subarray(start, end));
        yield Buffer.concat(pieces).toString();
        pieces = [];
        start = end + 1;
      }
      pieces.push(part.subarray(start));
    }
  } catch (error) {
    const code = codeOf(error);
    if (code.startsWith("Z_")) throw notComplete(file);
    throw code === "" ? error : new CannotStart(`${file} cannot be read (${code}).`);
  }
}

function parse<T extends z.core.$ZodType>(file: string, schema: T, line: string): z.output<T> {
  try {
    return z.parse(schema, JSON.parse(line));
  } catch {
    throw notComplete(file);
  }
}

const notComplete = (file: string): CannotStart =>
  new CannotStart(`${file} is not a complete backup: nothing of it was restored.`);
