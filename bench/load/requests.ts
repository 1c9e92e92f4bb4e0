import { randomUUID } from "node:crypto";
import { numbersOf, type Round, ROUNDS } from "../../contract/orders/rules.ts";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { seededRandom } from "../../server/demo/random.ts";
import { tokenOf } from "../stage/players.ts";

/** What the generator sends: orders of five plays, or one path again and again. */
export type RequestKind =
  | { kind: "orders"; play_date: string; house_ids: number[] }
  | { kind: "get"; path: string; accept_encoding?: string };

const STAKE_RUPEES = 10;
const DIFFERENT_BODIES = 500;
const SEED = 20_261_121;

/** Makes one whole request after the other, as text; each from the next player. */
export function createRequests(kind: RequestKind, players: number): () => string {
  const make = kind.kind === "orders" ? orderRequests(kind) : getRequests(kind);
  let next = 0;
  return () => {
    next = (next + 1) % players;
    return make(next);
  };
}

function getRequests({ path, accept_encoding }: RequestKind & { kind: "get" }) {
  const accept = accept_encoding === undefined ? "" : `accept-encoding: ${accept_encoding}\r\n`;
  const head = `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${accept}`;
  return (player: number) => `${head}${authorization(player)}\r\n`;
}

const authorization = (player: number) => `authorization: Bearer ${tokenOf(player)}\r\n`;

/** Bodies are made before; only key and player are put in while it runs. */
function orderRequests({ play_date, house_ids }: RequestKind & { kind: "orders" }) {
  const tails = orderBodies(play_date, house_ids).map(
    (body) => `content-length: ${body.length}\r\n\r\n${body}`,
  );
  const head =
    "POST /api/orders/play HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
  let next = 0;
  return (player: number) => {
    next = (next + 1) % tails.length;
    const key = `idempotency-key: ${makeKey()}\r\n`;
    return `${head}${authorization(player)}${key}${tails[next] ?? ""}`;
  };
}

/**
 * A key as the web app makes them, a UUID of version 7: the time in front, the rest random. Its
 * library draws each one's random numbers anew, which takes twenty times as long.
 */
export function makeKey(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

function orderBodies(play_date: string, house_ids: number[]): string[] {
  const bodies = makeOrders(play_date, house_ids, DIFFERENT_BODIES);
  return bodies.map((body) => JSON.stringify(body));
}

/**
 * Orders of five plays, all types among them and no number twice; the same ones each time. The web
 * app, too, sends a time of zero behind the day.
 */
export function makeOrders(play_date: string, house_ids: number[], count: number) {
  const random = seededRandom(SEED);
  const onRound = (type: "direct" | "house" | "ending", round: Round): PlayLine => ({
    type,
    round,
    number: random.below(numbersOf(type)),
    amount: STAKE_RUPEES,
  });
  const forecast = (): PlayLine => ({
    type: "forecast",
    forecast_fr: random.below(100),
    forecast_sr: random.below(100),
    amount: STAKE_RUPEES,
  });
  return Array.from({ length: count }, (_, place) => ({
    house_id: house_ids[place % house_ids.length] ?? 0,
    play_date: `${play_date}T00:00:00`,
    plays: [
      onRound("direct", "first"),
      onRound("direct", "second"),
      onRound("house", random.oneOf(ROUNDS)),
      onRound("ending", random.oneOf(ROUNDS)),
      forecast(),
    ],
  }));
}
