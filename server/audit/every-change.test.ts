import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { RouteShape } from "../../contract/route.ts";
import { type Contract, contract, type RouteKey } from "../../contract/table.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { type CallOptions, useApp } from "../testing/app.ts";
import { at, gameOf, play, TODAY, TOMORROW } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, type Player, setClock } from "../testing/makers.ts";

const app = useApp();
const browser = { "user-agent": "a browser" };
let admin: Player;
let token = "";

beforeAll(async () => {
  await setClock(app.db, at("21:00"));
  await createDefaultPaymentMethods(app.db, "demo");
  admin = await anAdmin(app.db);
  token = await app.signIn(admin);
});

/** The keys of the calls that only admins may make and that change something. */
type Change = {
  [K in RouteKey]: Contract[K]["access"] extends "admin"
    ? K extends `GET ${string}`
      ? never
      : K
    : never;
}[RouteKey];

/** Prepares each of these calls and returns its options. A new call needs an entry here. */
const calls: { [K in Change]: () => Promise<CallOptions<Contract[K]>> } = {
  "POST /houses": async () => ({ body: house }),
  "PUT /houses/{id}": async () => ({ ...(await anEmptyHouse()), body: { is_active: false } }),
  "DELETE /houses/{id}": async () => anEmptyHouse(),
  "POST /results": async () => ({ body: await aNumber() }),
  "PUT /results/{id}": async () => ({ ...(await aResult()), body: await aNumber() }),
  "POST /results/{id}/publish": async () => aResult(),
  "POST /admin/payments/{id}/approve": async () => aWithdrawal(),
  "POST /admin/payments/{id}/reject": async () => ({
    ...(await aWithdrawal()),
    body: { reason: "no such account" },
  }),
  "POST /admin/payment-methods": async () => ({ body: method }),
  "PUT /admin/payment-methods/{id}": async () => ({
    params: idOf(await app.ask("POST /admin/payment-methods", { as: token, body: method })),
    body: { is_active: false },
  }),
  "POST /admin/orders/{id}/void": async () => ({
    ...(await anOrder()),
    body: { reason: "played for somebody else" },
  }),
  "PUT /admin/users/{id}/status": async () => ({
    params: idOf(await aPlayer(app.db)),
    body: { is_active: false },
  }),
  "PUT /admin/users/{id}/role": async () => ({
    params: idOf(await aPlayer(app.db)),
    body: { role: "agent" },
  }),
  "POST /admin/broadcast": async () => ({ body: { message: "No play on Sunday" } }),
};

test("every call that only admins may make and that changes something is tested", () => {
  const changes = Object.entries<RouteShape>(contract)
    .filter(([key, { access }]) => access === "admin" && !key.startsWith("GET "))
    .map(([key]) => key);
  expect(Object.keys(calls).toSorted()).toEqual(changes.toSorted());
});

test.each(Object.keys(calls).filter(isChange))("%s leaves one entry", async (key) => {
  const options = await prepare(key);
  const before = await lastEntry();
  await app.ask(key, { ...options, as: token, headers: browser });
  const added = await entriesAfter(before);
  expect(added).toEqual([
    expect.objectContaining({ admin_id: admin.id, address: "127.0.0.1", user_agent: "a browser" }),
  ]);
  expect(JSON.stringify(added)).not.toMatch(/password|token|proof|123456789/i);
});

const prepare = <K extends Change>(key: K): Promise<CallOptions<Contract[K]>> => calls[key]();

function isChange(key: string): key is Change {
  return key in calls;
}

const idOf = ({ id }: { id: number }) => ({ id: String(id) });

const house = {
  name: "Jowai",
  location: "Jowai",
  first_round_time: "3 PM",
  second_round_time: "8 PM",
};

const method = {
  name: "UPI",
  direction: "deposit" as const,
  method_type: "upi" as const,
  upi_id: "house@bank",
};

const anEmptyHouse = async () => ({ params: idOf(await aHouse(app.db)) });

const aNumber = async () => ({
  house_id: (await aHouse(app.db)).id,
  date: TODAY,
  first_round: 45,
});

const aResult = async () => ({
  params: idOf(await app.ask("POST /results", { as: token, body: await aNumber() })),
});

/** An order for tomorrow, of which no number is published, so that it can be voided. */
async function anOrder() {
  const player = await app.signIn(await aPlayer(app.db, { balance: 500 }));
  const { id } = await aHouse(app.db);
  const plays = [play.direct(45, 10)];
  const order = await gameOf(app).place(player, id, plays, { play_date: TOMORROW });
  return { params: idOf(order) };
}

async function aWithdrawal() {
  const player = await aPlayer(app.db, { balance: 500 });
  const { id } = await app.ask("POST /wallet/withdraw", {
    as: await app.signIn(player),
    body: {
      amount: 200,
      account_details: {
        account_type: "bank",
        account_name: "Asha",
        account_number: "1234567890",
        ifsc_code: "SBIN0001234",
      },
    },
  });
  return { params: idOf({ id }) };
}

async function lastEntry(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0) as id from audit
  `.execute(app.db);
  return rows[0]?.id ?? 0;
}

async function entriesAfter(id: number) {
  const { rows } = await sql`select * from audit where id > ${id}`.execute(app.db);
  return rows;
}
