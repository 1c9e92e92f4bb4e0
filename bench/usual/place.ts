import pg from "pg";

interface Play {
  type: string;
  round?: string;
  number?: number;
  forecast_fr?: number;
  forecast_sr?: number;
  amount: number;
}

export interface Order {
  house_id: number;
  play_date: string;
  plays: Play[];
}

interface Placed {
  id: string;
  created_at: Date;
  balance: string;
}

/** A refusal with its HTTP status. */
export class Refused extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, sentence: string) {
    super(sentence);
    this.statusCode = statusCode;
  }
}

/**
 * Places an order in a transaction of its own, with one statement for each step. The bank's row,
 * which all orders update, comes last, so that its lock is held as briefly as possible.
 */
export async function placeOrder(
  pool: pg.Pool,
  user_id: string,
  key: string,
  order: Order,
): Promise<Placed> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const placed = await place(client, user_id, key, order);
    await client.query("commit");
    return placed;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

async function place(client: pg.PoolClient, user_id: string, key: string, order: Order) {
  const earlier = await client.query(
    "select id from orders where user_id = $1 and idempotency_key = $2",
    [user_id, key],
  );
  if (earlier.rows.length > 0) throw new Refused(409, "placed already");
  const draw_id = await findOpenDraw(client, order);
  const total = order.plays.reduce((sum, { amount }) => sum + amount * 100, 0);
  const balance = await takeFromWallet(client, user_id, total);
  const { rows } = await client.query<{ id: string; created_at: Date }>(
    `insert into orders (user_id, draw_id, total, idempotency_key) values ($1, $2, $3, $4)
     returning id, created_at`,
    [user_id, draw_id, total, key],
  );
  const [row] = rows;
  if (!row) throw new Error("an inserted order is answered");
  await insertPlays(client, row.id, order.plays);
  await client.query(
    "insert into ledger (user_id, order_id, amount) values ($1, $2, $3), (null, $2, -$3::bigint)",
    [user_id, row.id, -total],
  );
  await client.query("update bank set balance = balance + $1 where id = 1", [total]);
  return { ...row, balance };
}

async function findOpenDraw(client: pg.PoolClient, { house_id, play_date }: Order) {
  const { rows } = await client.query<{ id: string; is_open: boolean }>(
    "select id, closes_at > now() as is_open from draws where house_id = $1 and play_date = $2",
    [house_id, play_date],
  );
  if (!rows[0]?.is_open) throw new Refused(400, "closed");
  return rows[0].id;
}

async function takeFromWallet(client: pg.PoolClient, user_id: string, total: number) {
  const { rows } = await client.query<{ balance: string }>(
    `update wallets set balance = balance - $2 where user_id = $1 and balance >= $2
     returning balance`,
    [user_id, total],
  );
  if (!rows[0]) throw new Refused(400, "insufficient balance");
  return rows[0].balance;
}

/** Inserts all plays with one statement. */
async function insertPlays(client: pg.PoolClient, order_id: string, plays: Play[]) {
  const values = plays.map(
    (_, place) => `($1, ${[2, 3, 4, 5, 6].map((n) => `$${n + place * 5}`).join(", ")})`,
  );
  await client.query(
    `insert into plays (order_id, type, round, number, second_number, amount)
     values ${values.join(", ")}`,
    [
      order_id,
      ...plays.flatMap((play) => [
        play.type,
        play.round,
        play.number ?? play.forecast_fr,
        play.forecast_sr,
        play.amount * 100,
      ]),
    ],
  );
}
