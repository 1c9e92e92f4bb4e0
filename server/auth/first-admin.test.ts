import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { useDatabase } from "../testing/database.ts";
import { anAdmin, aPlayer } from "../testing/makers.ts";
import { isPassword } from "../users/password.ts";
import { ensureFirstAdmin } from "./first-admin.ts";

const without = readConfig({});
const named = readConfig({ ADMIN_PHONE: "+91 98765 43210", ADMIN_PASSWORD: "bow and arrow" });

const accounts = (db: Parameters<typeof ensureFirstAdmin>[0]) =>
  sql<{ phone: string; role: string; password_hash: string; balance_paise: number }>`
    select u.phone, u.role, u.password_hash, w.balance_paise
    from users u join wallets w on w.user_id = u.id
    order by u.id
  `
    .execute(db)
    .then(({ rows }) => rows);

describe("without a name for it", () => {
  const database = useDatabase();

  it("an empty database gets one admin, though two processes start at once", async () => {
    const made = await Promise.all([
      ensureFirstAdmin(database.db, without),
      ensureFirstAdmin(database.db, without),
      ensureFirstAdmin(database.db, without),
    ]);
    const [shown, ...more] = made.filter((one) => one !== undefined);
    expect(more).toStrictEqual([]);
    const [admin, ...others] = await accounts(database.db);
    expect(others).toStrictEqual([]);
    expect(admin).toMatchObject({ phone: shown?.phone, role: "admin", balance_paise: 0 });
    expect(await isPassword(shown?.password ?? "", admin?.password_hash)).toBe(true);
    expect(shown?.password.length).toBeGreaterThanOrEqual(16);

    // The next start makes none and shows none.
    expect(await ensureFirstAdmin(database.db, without)).toBeUndefined();
    expect(await accounts(database.db)).toHaveLength(1);
  });
});

describe("without a name for it, in a database with players", () => {
  const database = useDatabase();

  it("the admin gets a phone that no player has", async () => {
    const player = await aPlayer(database.db, { phone: "9999999999" });
    const made = await ensureFirstAdmin(database.db, without);
    expect(made?.phone).toMatch(/^[6-9]\d{9}$/);
    expect(made?.phone).not.toBe(player.phone);
  });
});

describe("with a phone and a password", () => {
  const database = useDatabase();

  it("the admin is made once, and not shown", async () => {
    for (let starts = 0; starts < 2; starts += 1) {
      expect(await ensureFirstAdmin(database.db, named)).toBeUndefined();
    }
    const [admin, ...others] = await accounts(database.db);
    expect(others).toStrictEqual([]);
    expect(admin).toMatchObject({ phone: "9876543210", role: "admin" });
    expect(await isPassword("bow and arrow", admin?.password_hash)).toBe(true);

    // Another password at the next start changes nothing.
    await ensureFirstAdmin(database.db, { ...named, admin_password: "something else" });
    expect(await accounts(database.db)).toStrictEqual([admin]);
  });
});

describe("with a phone and a password, beside another admin", () => {
  const database = useDatabase();

  it("the admin is made", async () => {
    const { phone } = await anAdmin(database.db);
    await ensureFirstAdmin(database.db, named);
    const phones = (await accounts(database.db)).map((account) => account.phone);
    expect(phones).toStrictEqual([phone, "9876543210"]);
  });
});
