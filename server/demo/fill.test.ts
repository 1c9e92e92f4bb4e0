import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RouteKey } from "../../contract/table.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { anAdmin, aPlayer } from "../testing/makers.ts";
import { ADMIN_PHONE } from "./accounts.ts";
import { fillDemo } from "./fill.ts";

const server = useApp();
const output: string[] = [];
const AT_NIGHT = "2026-11-20T23:00:00+05:30";

afterAll(() => expectBooksToBalance(server.db));

/**
 * Generates three days and today. Stops after `max_calls`, or before a call of `last`, as Ctrl-C or
 * a crash would.
 */
function fill(max_calls = Infinity, last?: RouteKey) {
  let calls = 0;
  const throwIfAborted = (key: RouteKey) => {
    calls += 1;
    if (calls > max_calls || key === last) throw new Error("interrupted");
  };
  const { db, app } = server;
  output.length = 0;
  const print = (line: string) => void output.push(line);
  return fillDemo({ db, app, test_clock: AT_NIGHT, days: 3, throwIfAborted, print });
}

/** An operator of an existing demo may have other payment methods than the default ones. */
beforeAll(() =>
  sql`
    insert into payment_methods (id, direction, name, method_type)
    overriding system value
    values (7, 'deposit', 'Counter', 'other')
  `.execute(server.db),
);

test("generating demo data resumes after an interruption at any point", async () => {
  const strangers = [await aStranger()];
  for (const calls of [0, 1, 12, 40, 60]) {
    await expect(fill(calls)).rejects.toThrow("interrupted");
    strangers.push(await aStranger());
  }
  await expect(fill(Infinity, "POST /admin/broadcast")).rejects.toThrow("interrupted");
  const { phones, password } = await fill();
  const [start, ...days] = output;
  expect(start).toMatch(/^Playing from 2026-11-\d\d to today with 5 houses\.$/);
  expect(days.map((line) => line.slice(2, 12))).toEqual((await daysPlayed()).slice(-days.length));
  expect(days.at(-1)).toBe(`  2026-11-20  ${phones.length} players`);
  for (const { phone, token } of strangers) {
    expect(phones).not.toContain(phone);
    expect(await server.ask("GET /auth/me", { as: token })).toMatchObject({ phone, role: "user" });
    await server.signIn({ phone });
  }
  expect(new Set(phones).size).toBe(phones.length);
  for (const phone of [ADMIN_PHONE, ...phones]) await server.signIn({ phone }, password);
  expect(await daysPlayed()).toEqual(["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"]);
  expect(await rowsOutOfOrder()).toEqual([]);
  expect(await methodsOfDeposits()).toEqual([7]);
  await expectAccountsOnce(phones);
  await expectScreenshots();
  await expect(fill()).rejects.toThrow("The demo data are there already.");
});

/** Somebody who registers between two runs, with the phone that the next demo player would get. */
async function aStranger() {
  const { rows } = await sql<{ phone: string }>`
    select coalesce(max(phone::bigint) + 1, 6000000001)::text as phone
    from users
    where phone like '600000%'
  `.execute(server.db);
  const player = await aPlayer(server.db, rows[0]);
  return { phone: player.phone, token: await server.signIn(player) };
}

/** One agent and one deactivated player, and a message that everybody got once. */
async function expectAccountsOnce(phones: string[]): Promise<void> {
  const as = await server.signIn(await anAdmin(server.db));
  const { users } = await server.ask("GET /admin/users", { as });
  const agents = users.filter(({ role }) => role === "agent");
  expect(agents).toHaveLength(1);
  expect(phones).toContain(agents[0]?.phone);
  const inactive = users.filter(({ is_active }) => !is_active);
  expect(inactive).toHaveLength(1);
  expect(phones).not.toContain(inactive[0]?.phone);
  expect(inactive[0]?.phone).toMatch(/^60000/);
  const { rows } = await sql<{ accounts: number; messages: number }>`
    select count(distinct user_id) as accounts, count(*) as messages
    from notifications
    where kind = 'broadcast'
  `.execute(server.db);
  // All but the admin who was made to look.
  expect(rows).toEqual([{ accounts: users.length - 1, messages: users.length - 1 }]);
}

/** Of the deposits that wait for the operator, some have a screenshot, which can be opened. */
async function expectScreenshots(): Promise<void> {
  const as = await server.signIn(await anAdmin(server.db));
  const query = { kind: "deposit", status: "pending" } as const;
  const { payments } = await server.ask("GET /admin/payments", { as, query });
  const shown = payments.find(({ has_proof }) => has_proof);
  expect(payments.some(({ has_proof }) => !has_proof)).toBe(true);
  const params = { id: String(shown?.id) };
  const proof = await server.call("GET /wallet/requests/{id}/proof", { as, params });
  expect(proof).toMatchObject({ status: 200, headers: { "content-type": "image/webp" } });
}

/** The days on which every house has entered numbers of both rounds, published or not. */
async function daysPlayed(): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select date
    from results
    group by date
    having count(first_round) = (select count(*) from houses)
      and count(second_round) = (select count(*) from houses)
    order by date
  `.execute(server.db);
  return rows.map(({ date }) => date);
}

async function methodsOfDeposits(): Promise<number[]> {
  const { rows } = await sql<{ method_id: number }>`
    select distinct method_id from payments where kind = 'deposit' and status = 'approved'
  `.execute(server.db);
  return rows.map(({ method_id }) => method_id);
}

/** The ledger rows with an earlier time than the row before them in the same statement. */
async function rowsOutOfOrder() {
  const { rows } = await sql`
    select *
    from (
      select l.*, lag(created_at) over (partition by user_id order by sequence) as before
      from ledger l
    ) as statement
    where created_at < before
  `.execute(server.db);
  return rows;
}
