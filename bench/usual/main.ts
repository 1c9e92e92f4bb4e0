import { hash } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";
import { type Order, placeOrder, Refused } from "./place.ts";

/**
 * A floor: orders in the conventional way. Each order has a session lookup, a schema check, and a
 * transaction of plain statements that updates the player's wallet and the bank's row.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
const app = Fastify();

const play = {
  type: "object",
  required: ["type", "amount"],
  properties: {
    type: { enum: ["direct", "house", "ending", "forecast"] },
    round: { enum: ["first", "second"] },
    number: { type: "integer", minimum: 0, maximum: 99 },
    forecast_fr: { type: "integer", minimum: 0, maximum: 99 },
    forecast_sr: { type: "integer", minimum: 0, maximum: 99 },
    amount: { type: "integer", minimum: 10, maximum: 10_000 },
  },
};
const body = {
  type: "object",
  required: ["house_id", "play_date", "plays"],
  properties: {
    house_id: { type: "integer" },
    play_date: { type: "string", format: "iso-date-time" },
    plays: { type: "array", minItems: 1, maxItems: 500, items: play },
  },
};

app.post<{ Body: Order }>("/api/orders/play", { schema: { body } }, async (request, reply) => {
  const user_id = await findUser(request.headers.authorization ?? "");
  const key = String(request.headers["idempotency-key"]);
  const placed = await placeOrder(pool, user_id, key, request.body);
  reply.code(201);
  return {
    id: Number(placed.id),
    ...request.body,
    status: "pending",
    created_at: placed.created_at,
    wallet_balance: Number(placed.balance) / 100,
  };
});

async function findUser(authorization: string): Promise<string> {
  const token_hash = hash("sha256", authorization.slice("Bearer ".length), "buffer");
  const { rows } = await pool.query<{ user_id: string }>(
    "select user_id from sessions where token_hash = $1 and expires_at > now()",
    [token_hash],
  );
  if (!rows[0]) throw new Refused(401, "no session");
  return rows[0].user_id;
}

console.log(`ready at ${await app.listen({ port: 0, host: "127.0.0.1" })}`);
process.on("SIGTERM", () => process.exit(0));
