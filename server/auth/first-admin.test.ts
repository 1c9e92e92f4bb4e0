import { sql } from "kysely";
import pino from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { useDatabase } from "../testing/database.ts";
import { anAdmin, aPlayer } from "../testing/makers.ts";
import { isPassword } from "../users/password.ts";
import { ensureFirstAdmin } from "./first-admin.ts";

const lines: string[] = [];
const log = pino({}, { write: (line) => lines.push(line) });
const unconfigured = readConfig({});
const configured = readConfig({ ADMIN_PHONE: "+91 98765 43210", ADMIN_PASSWORD: "bow and arrow" });

beforeEach(() => void lines.splice(0));

const listAccounts = (db: Parameters<typeof ensureFirstAdmin>[0]) =>
  sql<{ phone: string; role: string; password_hash: string; balance_paise: number }>`
    select u.phone, u.role, u.password_hash, w.balance_paise
    from users u join wallets w on w.user_id = u.id
    order by u.id
  `
    .execute(db)
    .then(({ rows }) => rows);

describe("without a configured admin", () => {
  const database = useDatabase();

  it("an empty database gets one admin, even when three processes start at once", async () => {
    const created = await Promise.all([
      ensureFirstAdmin(database.db, unconfigured, log),
      ensureFirstAdmin(database.db, unconfigured, log),
      ensureFirstAdmin(database.db, unconfigured, log),
    ]);
    const [shown, ...more] = created.filter((credentials) => credentials !== undefined);
    expect(more).toStrictEqual([]);
    const [admin, ...others] = await listAccounts(database.db);
    expect(others).toStrictEqual([]);
    expect(admin).toMatchObject({ phone: shown?.phone, role: "admin", balance_paise: 0 });
    expect(await isPassword(shown?.password ?? "", admin?.password_hash)).toBe(true);
    expect(shown?.password.length).toBeGreaterThanOrEqual(16);

    // The next start creates no admin and shows none.
    expect(await ensureFirstAdmin(database.db, unconfigured, log)).toBeUndefined();
    expect(await listAccounts(database.db)).toHaveLength(1);
  });
});

describe("without a configured admin, in a database with players", () => {
  const database = useDatabase();

  it("the admin gets a phone that no player has", async () => {
    const player = await aPlayer(database.db, { phone: "9999999999" });
    const created = await ensureFirstAdmin(database.db, unconfigured, log);
    expect(created?.phone).toMatch(/^[6-9]\d{9}$/);
    expect(created?.phone).not.toBe(player.phone);
  });
});

describe("with a configured phone and password", () => {
  const database = useDatabase();

  it("the admin is created once, and its password is not shown", async () => {
    for (let starts = 0; starts < 2; starts += 1) {
      expect(await ensureFirstAdmin(database.db, configured, log)).toBeUndefined();
    }
    const [admin, ...others] = await listAccounts(database.db);
    expect(others).toStrictEqual([]);
    expect(admin).toMatchObject({ phone: "9876543210", role: "admin" });
    expect(await isPassword("bow and arrow", admin?.password_hash)).toBe(true);

    // A different password at the next start changes nothing.
    await ensureFirstAdmin(database.db, { ...configured, admin_password: "something else" }, log);
    expect(await listAccounts(database.db)).toStrictEqual([admin]);
    expect(lines).toStrictEqual([]);
  });
});

describe("with a configured phone and password, in a database that has an admin", () => {
  const database = useDatabase();

  it("the configured admin is created too", async () => {
    const { phone } = await anAdmin(database.db);
    await ensureFirstAdmin(database.db, configured, log);
    const phones = (await listAccounts(database.db)).map((account) => account.phone);
    expect(phones).toStrictEqual([phone, "9876543210"]);
  });
});

describe("with a configured phone that has another account", () => {
  const database = useDatabase();

  it.each([
    ["a player", "user", true],
    ["an inactive admin", "admin", false],
  ])("%s stays one, and the log says that no admin was created", async (_, role, is_active) => {
    const { phone } = await aPlayer(database.db);
    await sql`
      update users set role = ${role}, is_active = ${is_active} where phone = ${phone}
    `.execute(database.db);
    await ensureFirstAdmin(database.db, { ...configured, admin_phone: phone }, log);
    const { rows } = await sql`
      select role, is_active from users where phone = ${phone}
    `.execute(database.db);
    expect(rows).toStrictEqual([{ role, is_active }]);
    expect(lines.join()).toContain("ADMIN_PHONE belongs to an account that is not an active admin");
  });
});
