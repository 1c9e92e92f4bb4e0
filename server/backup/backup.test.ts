import { createHash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { CannotStart } from "../cannot-start.ts";
import type { Db } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { claimDatabase } from "../db/mode.ts";
import { transaction } from "../db/transaction.ts";
import { holdUsers } from "../proof/scene.ts";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { useDatabase } from "../testing/database.ts";
import { at, gameOf, play } from "../testing/game.ts";
import { anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { listTables, writeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";

const folder = mkdtempSync(join(tmpdir(), "nishana-backup-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "nishana.backup");

const source = useApp();
const target = useDatabase("empty");
const game = gameOf(source);

/** Larger than what is read and written at a time, of all kinds of bytes. */
const SCREENSHOT = createHash("shake256", { outputLength: 200_000 }).update("image").digest();
const AWKWARD = `Ram "Ra,m" \\ (O'Neil) {} ₹ नि`;

async function fillSource(): Promise<void> {
  await claimDatabase(source.db, "demo");
  const { house, token, admin } = await game.aTable();
  await game.place(token, house.id, [play.direct(7), play.forecast(1, 2)]);
  await game.place(token, house.id, [play.ending(4)]);
  await sql`select make_order_partition('2027-01-01'::date)`.execute(source.db);
  const { id } = await aPlayer(source.db, { full_name: AWKWARD, balance: 10 });
  await sql`
    insert into reset_codes (user_id, code_hash, expires_at) values (${id}, '', 'infinity')
  `.execute(source.db);
  await sql`
    insert into payment_proofs (payment_id, image)
    select id, ${SCREENSHOT} from payments where user_id = ${id}
  `.execute(source.db);
  await source.ask("POST /admin/broadcast", {
    as: admin,
    body: { target: "all", message: "Closed\non Friday" },
  });
}

beforeAll(async () => {
  await fillSource();
  await writeBackup(source.db, file);
  await restoreBackup(target.db, file);
  await migrate(target.db);
});
const restored = appOn(target);

/** What a table or the sequences have, as text. */
async function contentsOf(db: Db): Promise<Map<string, string[]>> {
  const tables = await transaction(db, listTables);
  const contents = new Map<string, string[]>();
  for (const { name } of tables) {
    const rows = await sql<{ line: string }>`
      select t.tableoid::regclass || t::text as line from ${sql.id(name)} t order by line
    `.execute(db);
    contents.set(
      name,
      rows.rows.map(({ line }) => line),
    );
  }
  const sequences = await sql<{ line: string }>`
    select sequencename || ' ' || coalesce(last_value, 0) as line from pg_sequences order by line
  `.execute(db);
  return contents.set(
    "sequences",
    sequences.rows.map(({ line }) => line),
  );
}

test("a restored database has the same rows and sequences, but lets nobody in", async () => {
  const before = await contentsOf(source.db);
  for (const table of ["sessions", "reset_codes"]) {
    expect(before.get(table)).not.toEqual([]);
    before.set(table, []);
  }
  expect(await contentsOf(target.db)).toEqual(before);
  expect(before.get("users")?.join()).toContain("नि");
  const { rows } = await sql<{ image: Buffer }>`select image from payment_proofs`.execute(
    target.db,
  );
  expect(rows).toEqual([{ image: SCREENSHOT }]);
});

test("a restored database has the partitions of orders, as the product makes them", async () => {
  const partitions = sql`
    select relname, reloptions, pg_get_expr(relpartbound, pg_class.oid) as bound
    from pg_inherits
    join pg_class on pg_class.oid = inhrelid
    where inhparent = 'orders'::regclass
    order by relname
  `;
  const { rows } = await partitions.execute(target.db);
  expect(rows).toEqual((await partitions.execute(source.db)).rows);
  expect(rows).toMatchObject([{ relname: "orders_2026_11" }, { relname: "orders_2027_01" }]);
});

test("a restored database plans with statistics of what it has", async () => {
  const { rows } = await sql`
    select from pg_stats where tablename in ('users', 'orders_2026_11') and attname = 'id'
  `.execute(target.db);
  expect(rows).toHaveLength(2);
});

test("a restored database goes on: sign in, place, publish, and the books balance", async () => {
  const there = gameOf(restored);
  const { rows } = await sql<{ phone: string; house_id: number }>`
    select phone, house_id
    from orders
    join users on users.id = user_id
    join draws on draws.id = draw_id
    limit 1
  `.execute(target.db);
  const [{ phone, house_id } = { phone: "", house_id: 0 }] = rows;
  const token = await restored.signIn({ phone });
  const first = await there.balance(token);
  await there.place(token, house_id, [play.direct(9)]);
  expect(await there.balance(token)).toBe(first - 10);
  const admin = await restored.signIn(await anAdmin(target.db));
  await setClock(target.db, at("15:30"));
  await there.publish(admin, house_id, { first_round: 7 });
  expect(await there.balance(token)).toBeGreaterThan(first);
  await expectBooksToBalance(target.db);
  await expect(sql`delete from ledger`.execute(target.db)).rejects.toThrow(/append-only/);
});

test("a backup while orders are placed has whole orders only", async () => {
  const { house, token } = await game.aTable(1_000);
  const placing = Array.from({ length: 40 }, () => game.place(token, house.id, [play.direct(3)]));
  const busy = join(folder, "busy.backup");
  const written = await writeBackup(source.db, busy);
  await Promise.all(placing);
  expect(await restoreBackup(second.db, busy)).toBe(written);
  await expectBooksToBalance(second.db);
});
const second = useDatabase("empty");

describe("a restore is refused, and nothing is restored,", () => {
  const empty = useDatabase("empty");

  it("if the file is cut, damaged or something else; the whole file restores then", async () => {
    const whole = readFileSync(file);
    const lines = gunzipSync(whole).toString().split("\n");
    const broken = [
      whole.subarray(0, whole.length / 2),
      whole.subarray(0, -1),
      whole.map((byte, n) => (n === 90_000 ? 255 - byte : byte)),
      gzipSync(lines.slice(0, -2).join("\n")),
      gzipSync(lines.toSpliced(3, 1).join("\n")),
      gzipSync("PGDMP"),
      Buffer.from("PGDMP"),
      Buffer.alloc(0),
    ];
    const path = join(folder, "broken.backup");
    for (const bytes of broken) {
      writeFileSync(path, bytes);
      await expect(restoreBackup(empty.db, path)).rejects.toThrow(
        new CannotStart(`${path} is not a complete backup: nothing of it was restored.`),
      );
    }
    const { rows } = await sql`select from users`.execute(empty.db);
    expect(rows).toEqual([]);
    expect(await restoreBackup(empty.db, file)).toBeGreaterThan(0);
  });

  it("if the database was ever used", async () => {
    const before = await contentsOf(source.db);
    await expect(restoreBackup(source.db, file)).rejects.toThrow(/^A backup is only restored into/);
    expect(await contentsOf(source.db)).toEqual(before);
  });

  it("if there is no such file", async () => {
    await expect(restoreBackup(empty.db, join(folder, "none"))).rejects.toThrow(
      new CannotStart(`${join(folder, "none")} cannot be read (ENOENT).`),
    );
  });

  it("if a newer version made it", async () => {
    const newer = join(folder, "newer.backup");
    const text = gunzipSync(readFileSync(file)).toString();
    writeFileSync(newer, gzipSync(text.replace(/(?<="last_migration":")\d+/, "999")));
    await expect(restoreBackup(empty.db, newer)).rejects.toThrow(/was made by a newer version/);
  });
});

describe("a backup", () => {
  const unused = useDatabase("empty");

  it("of a database without data is refused, and leaves no file behind", async () => {
    const files = readdirSync(folder);
    await expect(writeBackup(unused.db, join(folder, "unused.backup"))).rejects.toThrow(
      new CannotStart("There are no data to back up."),
    );
    expect(readdirSync(folder)).toEqual(files);
  });

  it("has its name only when it is complete", async () => {
    const late = join(folder, "late.backup");
    const users = await holdUsers(source.db);
    const writing = writeBackup(source.db, late);
    await users.untilWaitedForBy(writing);
    expect(existsSync(`${late}.unfinished`)).toBe(true);
    expect(existsSync(late)).toBe(false);
    await users.letGo();
    await writing;
    expect(existsSync(late)).toBe(true);
  });

  it("is readable by its owner only", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("never replaces a file, and leaves none behind when it fails", async () => {
    const before = readFileSync(file);
    await expect(writeBackup(source.db, file)).rejects.toThrow(
      new CannotStart(`${file} is there already: name a new file.`),
    );
    expect(readFileSync(file)).toEqual(before);
    const nowhere = join(folder, "nowhere", "a.backup");
    await expect(writeBackup(source.db, nowhere)).rejects.toThrow(
      new CannotStart(`${nowhere} cannot be written (ENOENT).`),
    );
    expect(readdirSync(folder).filter((name) => name.endsWith(".unfinished"))).toEqual([]);
  });
});
