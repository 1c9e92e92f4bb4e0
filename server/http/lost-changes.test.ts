import { randomUUID } from "node:crypto";
import type { FastifyInstance, InjectOptions } from "fastify";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { closeDatabase, type Db, openDatabase } from "../db/database.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { type CutProxy, type Fate, openCutProxy } from "../proof/cut-proxy.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play } from "../testing/game.ts";
import { setClock } from "../testing/makers.ts";

const app = useApp();
const game = gameOf(app);

/** A server process that reaches the database only through the proxy. */
let proxy: CutProxy;
let db: Db;
let server: FastifyInstance;
/** What the proxy does with the next commit; it carries all later ones. */
let fate: Fate = "carried";

const nextFate = (): Fate => {
  const next = fate;
  fate = "carried";
  return next;
};

beforeAll(async () => {
  await createDefaultPaymentMethods(app.db, "demo");
  // With the final NUL, because the first messages of a connection contain "committed".
  proxy = await openCutProxy(app.url, nextFate, "commit\0");
  db = openDatabase(proxy.url);
  const log = pino({ level: "silent" });
  server = await buildApp({ db, config: readConfig({ RATE_LIMIT: "off" }), log });
});
afterAll(async () => {
  await server.close();
  await closeDatabase(db);
  await proxy.close();
});
beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

interface Scene {
  player: string;
  admin: string;
  order_id: number;
  deposit_id: number;
}

/** A player with an order and a pending deposit, and an admin. */
async function aScene(): Promise<Scene> {
  const { house, token: player, admin } = await game.aTable();
  const { id: order_id } = await game.place(player, house.id, [play.direct(7)]);
  const asking = { url: "/api/wallet/deposit", payload: aDeposit(), headers: as(player) };
  const { id: deposit_id } = (await app.app.inject({ method: "POST", ...asking })).json();
  return { player, admin, order_id, deposit_id };
}

const as = (token: string) => ({ authorization: `Bearer ${token}` });

function aDeposit(): FormData {
  const form = new FormData();
  form.set("amount", "300");
  form.set("payment_method", "1");
  return form;
}

type Asked = [who: "player" | "admin", url: string, payload?: InjectOptions["payload"]];

const upi = { account_type: "upi", upi_id: "asha@upi" };

const CHANGES: [name: string, ask: (scene: Scene) => Asked][] = [
  ["a cancellation", ({ order_id }) => ["player", `/orders/${order_id}/cancel`]],
  ["a deposit", () => ["player", "/wallet/deposit", aDeposit()]],
  ["a withdrawal", () => ["player", "/wallet/withdraw", { amount: 100, account_details: upi }]],
  [
    "a voiding",
    ({ order_id }) => ["admin", `/admin/orders/${order_id}/void`, { reason: "a mistake" }],
  ],
  ["an approval", ({ deposit_id }) => ["admin", `/admin/payments/${deposit_id}/approve`]],
  [
    "a rejection",
    ({ deposit_id }) => ["admin", `/admin/payments/${deposit_id}/reject`, { reason: "none came" }],
  ],
  ["a broadcast", () => ["admin", "/admin/broadcast", { message: "Hello", target: "all" }]],
];

/** The state that these changes affect: each of them changes it. */
async function marks(): Promise<unknown> {
  const { rows } = await sql`
    select
      (select count(*) from ledger) as ledger,
      (select count(*) from payments) as payments,
      (select count(*) from audit) as audit
  `.execute(app.db);
  return rows[0];
}

async function ask(scene: Scene, [who, url, payload]: Asked, key: string) {
  const headers = { ...as(scene[who]), "idempotency-key": key };
  const answer = await server.inject({
    method: "POST",
    url: `/api${url}`,
    headers,
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const UNKNOWN = {
  status: 500,
  body: {
    code: "outcome_unknown",
    detail: "It is not known whether this was done. Please check before trying again.",
  },
};

test.each(CHANGES)(
  "%s whose connection is cut before its commit has no effect",
  async (_, change) => {
    const [scene, key] = [await aScene(), randomUUID()];
    const before = await marks();
    fate = "lost";
    expect(await ask(scene, change(scene), key)).toEqual(UNKNOWN);
    expect(await marks()).toEqual(before);
    expect((await ask(scene, change(scene), key)).status).toBeLessThan(300);
    expect(await marks()).not.toEqual(before);
  },
);

test.each(CHANGES)(
  "%s whose connection is cut after its commit has its effect once",
  async (_, change) => {
    const [scene, key] = [await aScene(), randomUUID()];
    const before = await marks();
    fate = "unanswered";
    expect(await ask(scene, change(scene), key)).toEqual(UNKNOWN);
    const done = await marks();
    expect(done).not.toEqual(before);
    // The stored answer of the key, or a refusal because the payment request is already decided.
    expect([200, 201, 409]).toContain((await ask(scene, change(scene), key)).status);
    expect(await marks()).toEqual(done);
  },
);
