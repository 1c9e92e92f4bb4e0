import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { PaymentStatus } from "../../contract/payments/rules.ts";
import type { Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { anAdmin, aPlayer } from "../testing/makers.ts";
import { listPayments as listQueue } from "./service.ts";
import { countPayments, listPayments } from "./sql.ts";

const app = useApp();

/** Many rejected requests of many players, then of one player twenty rejected and ten pending. */
beforeAll(async () => {
  const { id } = await aPlayer(app.db);
  await sql`
    with many as (
      insert into users (full_name, phone, language, password_hash)
      select 'Many', n, 'en', '' from generate_series(1, 1000) as n
      returning id
    )
    insert into wallets (user_id) select id from many
  `.execute(app.db);
  const many = sql`users cross join generate_series(1, 5) where full_name = 'Many'`;
  await insertDeposits("rejected", many);
  await insertDeposits("rejected", sql`users cross join generate_series(1, 20) where id = ${id}`);
  await insertDeposits("pending", sql`users cross join generate_series(1, 10) where id = ${id}`);
  await sql`vacuum (analyze) payments, users`.execute(app.db);
});
afterEach(() => expectBooksToBalance(app.db));

const insertDeposits = (status: PaymentStatus, users: RawBuilder<unknown>) =>
  sql`
    insert into payments (user_id, kind, amount_paise, status, decided_at)
    select id, 'deposit', 10000, ${status}, case when ${status} <> 'pending' then clock_now() end
    from ${users}
  `.execute(app.db);

test.each<[PaymentStatus | "any", number]>([
  ["any", 0],
  ["any", 10],
  ["pending", 0],
  ["rejected", 10],
])("a page of requests of %s status, after %d others, is found without reading all", (...asked) => {
  const [wanted, skip] = asked;
  const status = wanted === "any" ? undefined : wanted;
  return transaction(app.db, async (tx) => {
    const before = await rowsRead(tx);
    const rows = await listPayments(tx, { kind: "deposit", status }, 5, skip);
    const is_pending = wanted === "pending" || (wanted === "any" && skip < 10);
    const expected = is_pending ? "pending" : "rejected";
    expect(rows.map((row) => row.status)).toEqual(Array(5).fill(expected));
    // The player's history has thirty requests.
    expect((await rowsRead(tx)) - before).toBeLessThan(30 + 100);
  });
});

test("the requests of one player are found and counted without reading all", async () => {
  const { rows: players } = await sql<{ phone: string; sent: number }>`
    select phone, count(*)::int as sent
    from users join payments on payments.user_id = users.id
    where phone in (select max(phone) from users group by full_name)
    group by phone
    order by sent
  `.execute(app.db);
  expect(players.map(({ sent }) => sent)).toEqual([5, 30]);
  for (const { phone, sent } of players) {
    await transaction(app.db, async (tx) => {
      const before = await rowsRead(tx);
      const rows = await listPayments(tx, { phone }, 100, 0);
      expect(rows.map((row) => row.phone)).toEqual(Array(sent).fill(phone));
      expect(await countPayments(tx, { phone }, 10_000)).toBe(sent);
      expect((await rowsRead(tx)) - before).toBeLessThan(10 * sent + 10);
    });
  }
});

test("requests are counted up to the limit only", async () => {
  const filter = { kind: undefined, status: undefined };
  expect(await countPayments(app.db, filter, 50)).toBe(50);
  expect(await countPayments(app.db, filter, 10_000)).toBe(5_030);
  expect(await countPayments(app.db, { ...filter, status: "pending" }, 50)).toBe(10);
});

test("a page far back in the queue knows how many pages follow", async () => {
  await insertDeposits(
    "rejected",
    sql`users cross join generate_series(1, 6) where full_name = 'Many'`,
  );
  const asked = { kind: undefined, status: undefined, limit: 10 };
  expect((await listQueue(app.context, { ...asked, skip: 0 })).pages).toBe(1_001);
  expect((await listQueue(app.context, { ...asked, skip: 11_000 })).pages).toBe(1_103);
});

test("a phone is found in any notation; an unknown one has no requests", async () => {
  const as = await app.signIn(await anAdmin(app.db));
  const { phone } = await aPlayer(app.db, { balance: 100 });
  const found = async (query: { phone: string; status?: PaymentStatus }) =>
    (await app.ask("GET /admin/payments", { as, query })).payments.map(({ user }) => user.phone);
  expect(await found({ phone: `+91 ${phone}` })).toEqual([phone]);
  expect(await found({ phone, status: "pending" })).toEqual([]);
  expect(await found({ phone: "6999999999" })).toEqual([]);
  const refusal = await app.refused("GET /admin/payments", { as, query: { phone: "12345" } });
  expect(refusal.code).toBe("invalid_phone");
});

/** How many requests this connection has read, in the table and its indexes. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid))::bigint as read
    from pg_class
    where
      oid = 'payments'::regclass
      or oid in (select indexrelid from pg_index where indrelid = 'payments'::regclass)
  `.execute(tx);
  return rows[0]?.read ?? 0;
}
