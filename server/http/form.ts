import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { MAX_PROOF_BYTES } from "../../contract/payments/rules.ts";
import { codeOf } from "../error-code.ts";
import { Refusal } from "../refusal.ts";
import type { Take } from "./room.ts";

/**
 * The fields of a multipart form: text fields as strings, one file as its bytes. A repeated field
 * is refused. A file field with neither a name nor bytes, which browsers send if no file was
 * chosen, is left out; a named empty file is kept. The rest of a refused form is read and
 * discarded, because the next request of the connection follows it. Refuses `busy` if `take` does.
 */
export async function readForm(
  request: FastifyRequest,
  take: Take,
): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refusal("unsupported_media_type");
  try {
    return await readParts(request, take);
  } catch (error) {
    request.raw.unpipe().resume();
    if (error instanceof Refusal || codeOf(error).startsWith("FST_")) throw error;
    // An error of the parser: the form ended too early, or a part's header is malformed.
    throw new Refusal("malformed_body");
  }
}

async function readParts(request: FastifyRequest, take: Take): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  const limits = { fileSize: MAX_PROOF_BYTES, files: 1, fields: 20, fieldSize: 4_096 };
  for await (const part of request.parts({ limits })) {
    if (Object.hasOwn(fields, part.fieldname)) {
      throw new Refusal("invalid_input", { problem: `${part.fieldname} is given twice` });
    }
    if (part.type === "field") {
      if (part.valueTruncated) throw new Refusal("too_large");
      fields[part.fieldname] = part.value;
      continue;
    }
    const bytes = await readFile(part.file, take);
    if (bytes.length > 0 || part.filename) fields[part.fieldname] = bytes;
  }
  return fields;
}

async function readFile(file: MultipartFile["file"], take: Take): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    take(chunk.length);
    chunks.push(chunk);
  }
  if (file.truncated) throw new Refusal("proof_too_large");
  return Buffer.concat(chunks);
}
