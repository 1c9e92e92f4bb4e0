import { randomUUID } from "node:crypto";
import { numbersOf, type Round, ROUNDS } from "../../contract/orders/rules.ts";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { seededRandom } from "../../server/demo/random.ts";
import { tokenOf } from "../stage/players.ts";

/** The requests of a load: orders of five plays, or GET requests for one path. */
export type RequestKind =
  | { kind: "orders"; play_date: string; house_ids: number[] }
  | { kind: "get"; path: string; accept_encoding?: string };

const STAKE_RUPEES = 10;
const DIFFERENT_BODIES = 500;
const SEED = 20_261_121;

/** Returns a function that generates raw HTTP requests, each for the next player. */
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

/** The bodies are prepared in advance; only key and player are filled in during the run. */
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
 * A UUID v7, like the keys of the web app: the time followed by random bits. The library that the
 * web app uses would take twenty times as long.
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
 * Orders of five plays with all bet types and no repeated number; the same in each run. The dates
 * have a time of zero, as the web app sends them.
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
