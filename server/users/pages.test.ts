import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import { useApp } from "../testing/app.ts";
import { useDatabase } from "../testing/database.ts";
import { anAdmin, aPlayer } from "../testing/makers.ts";
import { countUsers, listUsersBy } from "./pages-sql.ts";

const app = useApp();
let as = "";

beforeAll(async () => {
  as = await app.signIn(await anAdmin(app.db, { full_name: "Admin", phone: "9000000001" }));
  await somebody("Asha Devi", "9876543210", "asha.devi@example.in", "user", 250.5);
  await somebody("ASHA Kharkongor", "9876500000", null, "agent");
  await somebody("Bantei 100% Marak", "6123456789", "bantei_m@example.in");
  await somebody("Back\\slash", "6123450000", null);
  await somebody("सुनीता शर्मा", "7411122233", null, "agent");
  await somebody('O\'Neil "Quote"', "8411122233", null);
});

async function somebody(
  full_name: string,
  phone: string,
  email: string | null,
  role: "user" | "agent" = "user",
  balance = 0,
) {
  const { id } = await aPlayer(app.db, { full_name, phone, role, balance });
  await sql`update users set email = ${email} where id = ${id}`.execute(app.db);
}

const list = (query: { search?: string; role?: "user" | "agent" | "admin" } = {}) =>
  app.ask("GET /admin/users", { as, query });

const names = async (...query: Parameters<typeof list>) =>
  (await list(...query)).users.map(({ full_name }) => full_name);

describe("users for admins", () => {
  it("are all listed, newest first, with the fields that they see themselves", async () => {
    const { users, pages } = await list();
    expect(users.map(({ full_name }) => full_name)).toEqual([
      'O\'Neil "Quote"',
      "सुनीता शर्मा",
      "Back\\slash",
      "Bantei 100% Marak",
      "ASHA Kharkongor",
      "Asha Devi",
      "Admin",
    ]);
    expect(pages).toBe(1);
    const asha = await app.signIn({ phone: "9876543210" });
    expect(users[5]).toStrictEqual(await app.ask("GET /auth/me", { as: asha }));
    expect(users[5]).toMatchObject({ wallet_balance: 250.5, phone: "9876543210" });
  });

  it("are filtered by role", async () => {
    expect(await names({ role: "agent" })).toEqual(["सुनीता शर्मा", "ASHA Kharkongor"]);
    expect(await names({ role: "admin" })).toEqual(["Admin"]);
    expect(await names({ role: "agent", search: "asha" })).toEqual(["ASHA Kharkongor"]);
    expect(await names({ role: "admin", search: "asha" })).toEqual([]);
    const query = { role: "agent", limit: "1" } as const;
    expect((await app.ask("GET /admin/users", { as, query })).pages).toBe(2);
  });

  it.each([
    ["asha", ["ASHA Kharkongor", "Asha Devi"]],
    ["  aShA  ", ["ASHA Kharkongor", "Asha Devi"]],
    ["sha kh", ["ASHA Kharkongor"]],
    ["asha   devi", ["Asha Devi"]],
    ["asha\u00a0 devi", ["Asha Devi"]],
    ["konGOR", ["ASHA Kharkongor"]],
    ["DEVI@EXAMPLE", ["Asha Devi"]],
    ["98765", ["ASHA Kharkongor", "Asha Devi"]],
    ["543210", ["Asha Devi"]],
    ["98765 43", ["Asha Devi"]],
    ["9876543210", ["Asha Devi"]],
    ["+91 98765-43210", ["Asha Devi"]],
    ["098765 43210", ["Asha Devi"]],
    ["सुनीता", ["सुनीता शर्मा"]],
    ["शर्", ["सुनीता शर्मा"]],
    ["नी", ["सुनीता शर्मा"]],
    ["de", ["Asha Devi"]],
    ["D", ["Asha Devi", "Admin"]],
    ["", 7],
    ["   ", 7],
    ["nobody", []],
    // Name and phone are adjacent in the index, but a search does not span both.
    ["devi9876", []],
    ["devi\u00079876", undefined],
    // Wildcards have no special meaning.
    ["%", ["Bantei 100% Marak"]],
    ["100%", ["Bantei 100% Marak"]],
    ["a%a", []],
    ["_", ["Bantei 100% Marak"]],
    ["bantei_m", ["Bantei 100% Marak"]],
    ["a_ha", []],
    ["____", []],
    ["\\", ["Back\\slash"]],
    ["k\\s", ["Back\\slash"]],
    ["\\\\", []],
    ["o'n", ['O\'Neil "Quote"']],
    ['"quote"', ['O\'Neil "Quote"']],
    ["{dev}", []],
    ["' or true --", []],
  ])("that hold %j are found", async (search, found) => {
    if (found === undefined) {
      expect(await app.refused("GET /admin/users", { as, query: { search } })).toMatchObject({
        status: 400,
        code: "invalid_input",
      });
    } else if (typeof found === "number") expect(await names({ search })).toHaveLength(found);
    else expect(await names({ search })).toEqual(found);
  });

  it("are found by the id that screens show", async () => {
    const { users } = await list({ search: "bantei" });
    const id = users[0]?.id ?? 0;
    expect(await names({ search: `#${id}` })).toEqual(["Bantei 100% Marak"]);
    expect(await names({ search: ` #00${id} ` })).toEqual(["Bantei 100% Marak"]);
    expect(await names({ search: `#${id}`, role: "user" })).toEqual(["Bantei 100% Marak"]);
    expect(await names({ search: `#${id}`, role: "agent" })).toEqual([]);
    expect((await list({ search: `#${id}` })).pages).toBe(1);
    expect(await names({ search: `#${id} x` })).toEqual([]);
    expect(await names({ search: "#999999" })).toEqual([]);
    expect(await names({ search: `#${"9".repeat(40)}` })).toEqual([]);
    expect(await names({ search: "#" })).toEqual([]);
  });

  it("come in pages that contain each user once", async () => {
    const page = (skip: number, limit: number) =>
      app.ask("GET /admin/users", { as, query: { skip: String(skip), limit: String(limit) } });
    const [first, second, third, beyond] = [
      await page(0, 3),
      await page(3, 3),
      await page(6, 3),
      await page(9, 3),
    ];
    expect([first, second, third, beyond].map(({ pages }) => pages)).toEqual([3, 3, 3, 3]);
    const everybody = (await list()).users;
    expect([...first.users, ...second.users, ...third.users]).toEqual(everybody);
    expect(beyond.users).toEqual([]);
    expect((await page(0, 7)).pages).toBe(1);
    expect((await list({ search: "nobody" })).pages).toBe(1);
  });

  it.each([
    { limit: "0" },
    { limit: "101" },
    { limit: "all" },
    { skip: "-1" },
    { skip: "1000001" },
    { search: "x".repeat(101) },
    { search: "a\u0000b" },
    { role: "owner" },
  ])("are refused for %j", async (query) => {
    const search = new URLSearchParams(Object.entries(query)).toString();
    const answer = await app.app.inject({
      url: `/api/admin/users?${search}`,
      headers: { authorization: `Bearer ${as}` },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "invalid_input" });
  });
});

describe("among many users", () => {
  const many = useDatabase();

  beforeAll(async () => {
    await sql`
      insert into users (full_name, phone, email, language, role, password_hash)
      select
        'Player ' || n, (7000000000 + n)::text, 'p' || n || '@example.in', 'en',
        case when n % 2000 = 0 then 'agent' else 'user' end, ''
      from generate_series(1, 10000) as n
    `.execute(many.db);
    await sql`analyze users`.execute(many.db);
  });

  it.each([
    ["users_by_grams", { search: "player 4321", role: undefined }, 1],
    ["users_by_grams", { search: "P4321@EXAMPLE", role: undefined }, 1],
    ["users_by_grams", { search: "7000004321", role: undefined }, 1],
    ["users_by_role", { search: "", role: "agent" }, 5],
  ] as const)("the index %s finds %j", async (index, filter, found) => {
    await transaction(many.db, async (tx) => {
      const before = await scansOf(tx, index);
      expect(await listUsersBy(tx, filter, 50, 0)).toHaveLength(found);
      expect(await countUsers(tx, filter)).toBe(found);
      expect((await scansOf(tx, index)) - before).toBe(2);
    });
  });

  it("a text that all of them contain is counted with the index", async () => {
    await transaction(many.db, async (tx) => {
      const before = await scansOf(tx, "users_by_grams");
      expect(await countUsers(tx, { search: "player", role: undefined })).toBe(10_000);
      expect((await scansOf(tx, "users_by_grams")) - before).toBe(1);
    });
  });

  it("a user is found by a changed name or email", async () => {
    const filter = (search: string) => ({ search, role: undefined });
    await transaction(many.db, async (tx) => {
      await sql`
        update users set full_name = 'Larisa Blah', email = null where phone = '7000000042'
      `.execute(tx);
      expect(await countUsers(tx, filter("p42@example"))).toBe(0);
      expect(await countUsers(tx, filter("larisa b"))).toBe(1);
    });
  });

  /** How often this connection has used an index. */
  async function scansOf(tx: Tx, index: string): Promise<number> {
    const { rows } = await sql<{ scans: number }>`
      select pg_stat_get_xact_numscans(${index}::regclass) as scans
    `.execute(tx);
    return rows[0]?.scans ?? 0;
  }
});
