import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import * as z from "zod/mini";
import { Id, Rupees } from "../../contract/schemas.ts";
import { closeDatabase, openDatabase } from "../db/database.ts";
import { seededRandom } from "../demo/random.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, play, TODAY } from "../testing/game.ts";
import { aPlayer, setClock } from "../testing/makers.ts";
import { aProduct } from "../testing/product.ts";
import { IS_LONG, seedOfRun } from "../testing/seed.ts";

const ADMIN = { phone: "9000000001", password: "admin of the crashes" };
const PLAYERS = 12;
const BALANCE = 100_000;
const BUSY_MS = 250;
const CRASHES = IS_LONG ? 20 : 3;

const seed = seedOfRun();
const random = seededRandom(seed);
const product = aProduct({ ADMIN_PHONE: ADMIN.phone, ADMIN_PASSWORD: ADMIN.password });

interface Sent {
  key: string;
  body: string;
}

interface Client {
  token: string;
  /** The ids of orders that got a response, by idempotency key. */
  acknowledged: Map<string, number>;
  /** Requests without a response, whose orders may be placed or not. */
  unanswered: Sent[];
  staked: number;
}

const clients: Client[] = [];

beforeAll(async () => {
  await product.start(at("13:00"));
  await withDatabase(async (db) => {
    for (let n = 0; n < PLAYERS; n += 1) await addClient(await aPlayer(db, { balance: BALANCE }));
  });
});

afterAll(() => product.remove());

async function addClient({ phone }: { phone: string }): Promise<void> {
  const { access_token } = await post("/auth/login", { phone, password: "secret123" });
  const token = String(access_token);
  clients.push({ token, acknowledged: new Map(), unanswered: [], staked: 0 });
}

async function withDatabase<T>(work: (db: ReturnType<typeof openDatabase>) => Promise<T>) {
  const db = openDatabase(product.database_url, 4);
  try {
    return await work(db);
  } finally {
    await closeDatabase(db);
  }
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${product.api}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return z.parse(z.record(z.string(), z.unknown()), await answer.json());
}

/** Retries while the response is `busy`, as the web app does: the database may be restarting. */
async function get<S extends z.ZodMiniType>(
  path: string,
  token: string,
  schema: S,
): Promise<z.output<S>> {
  const answer = await fetch(`${product.api}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status === 503) {
    await wait(BUSY_MS);
    return get(path, token, schema);
  }
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return z.parse(schema, await answer.json());
}

/** Sends an order with its idempotency key and records the response; false when there is none. */
async function send(client: Client, sent: Sent): Promise<boolean> {
  try {
    const order = await post("/orders/play", sent.body, {
      authorization: `Bearer ${client.token}`,
      "idempotency-key": sent.key,
    });
    client.acknowledged.set(sent.key, Number(order["id"]));
    client.staked += Number(order["total_amount"]);
    return true;
  } catch {
    client.unanswered.push(sent);
    return false;
  }
}

function anOrder(): Sent {
  const plays = Array.from({ length: 1 + random.below(5) }, (_, n) => play.direct(n * 7, 10));
  const body = { house_id: 1 + random.below(3), play_date: TODAY, plays };
  return { key: randomUUID(), body: JSON.stringify(body) };
}

/**
 * All clients send orders until the crash, which happens after this many responses. A request in
 * flight at the crash gets no response, or a late one when the database is back in time. No client
 * sends another request after the crash.
 */
async function playUntil(responses: number, crash: () => Promise<void>): Promise<void> {
  let received = 0;
  let crashed: Promise<void> | undefined;
  await Promise.all(
    clients.map(async (client) => {
      while (crashed === undefined && (await send(client, anOrder()))) {
        received += 1;
        if (received >= responses) crashed ??= crash();
      }
    }),
  );
  await crashed;
}

/** Retries every unanswered request with its idempotency key, as the web app does. */
async function retryUnanswered(): Promise<void> {
  await Promise.all(
    clients.map(async (client) => {
      for (const sent of client.unanswered.splice(0)) await send(client, sent);
      expect(client.unanswered).toEqual([]);
    }),
  );
}

async function expectEverythingOnce(): Promise<void> {
  for (const client of clients) {
    const ids: number[] = [];
    for (let page = 0; page === 0 || ids.length === page * 100; page += 1) {
      const path = `/orders?limit=100&skip=${page * 100}`;
      const orders = await get(path, client.token, z.array(z.object({ id: Id })));
      ids.push(...orders.map(({ id }) => id));
    }
    expect(new Set(ids)).toEqual(new Set(client.acknowledged.values()));
    expect(ids).toHaveLength(client.acknowledged.size);
    const { balance } = await get("/wallet/balance", client.token, z.object({ balance: Rupees }));
    expect(balance).toBe(BALANCE - client.staked);
  }
  await withDatabase(expectBooksToBalance);
}

test(`${CRASHES} crashes under load lose no order and duplicate none (SEED=${seed})`, async () => {
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const is_of_database = crash % 3 === 1;
    await playUntil(20 + random.below(200), async () =>
      is_of_database ? product.killDatabase() : product.killServer(),
    );
    await (is_of_database ? product.ready() : product.start(at("13:00")));
    await retryUnanswered();
    await expectEverythingOnce();
  }
});

test("a settlement interrupted by a crash is finished at the next start", async () => {
  const house_id = 1;
  await withDatabase((db) => setClock(db, at("21:00")));
  const admin = await post("/auth/login", ADMIN);
  const authorization = `Bearer ${String(admin["access_token"])}`;
  const { id } = await post(
    "/results",
    { house_id, date: TODAY, first_round: 7, second_round: 0 },
    { authorization },
  );
  const wins = await withDatabase(async (db) => {
    await killWhileSettling(db, house_id, () =>
      post(`/results/${String(id)}/publish`, {}, { authorization }),
    );
    return readExpectedWins(db, house_id);
  });
  await product.start(at("21:05"));
  await withDatabase(async (db) => {
    await untilSettled(db);
    const { rows } = await sql<{ wins: number; paid: number }>`
      select count(*) as wins, sum(amount_paise)::bigint as paid from ledger where kind = 'win'
    `.execute(db);
    expect(rows[0]).toEqual(wins);
    expect(wins?.wins).toBeGreaterThan(0);
    await expectBooksToBalance(db);
  });
});

/** The wins that the settlement must pay when the first round of the house is 07. */
async function readExpectedWins(db: ReturnType<typeof openDatabase>, house_id: number) {
  const { rows } = await sql<{ wins: number; paid: number }>`
    select
      count(*) as wins,
      sum((select sum(stake) from unnest(o.codes, o.stakes_paise) as p (code, stake)
        where code = 7) * 80)::bigint as paid
    from orders o
    join draws d on d.id = o.draw_id
    where d.house_id = ${house_id} and o.codes @> '{7}'
  `.execute(db);
  return rows[0];
}

/**
 * Publishes while another transaction holds a winner's wallet, so that the settlement blocks in the
 * middle of a chunk. Then kills the server and releases the wallet.
 */
async function killWhileSettling(
  db: ReturnType<typeof openDatabase>,
  house_id: number,
  publish: () => Promise<unknown>,
): Promise<void> {
  const outcome = await db.transaction().execute(async (tx) => {
    await sql`
      select 1 from wallets
      where user_id = (
        select max(o.user_id) from orders o join draws d on d.id = o.draw_id
        where d.house_id = ${house_id} and o.codes @> '{7}'
      )
      for update
    `.execute(tx);
    const publishing = publish().then(
      () => "answered",
      () => "disconnected",
    );
    await untilBlocked(db);
    await product.killServer();
    return publishing;
  });
  expect(outcome).toBe("disconnected");
}

async function untilBlocked(db: ReturnType<typeof openDatabase>): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%settle_chunk%'
    `.execute(db);
    if (rows.length > 0) return;
  }
}

async function untilSettled(db: ReturnType<typeof openDatabase>): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from settlements where finished_at is null`.execute(db);
    if (rows.length === 0) return;
  }
}
