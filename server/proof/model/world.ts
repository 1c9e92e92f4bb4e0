import type { PlayLine } from "../../../contract/orders/schemas.ts";
import type { Part } from "../oracle.ts";

/**
 * The state of the product in the model, as plain values. Players and houses are identified by
 * their index, orders and payment requests by player and idempotency key, results by a name that
 * the publishing command gets. Amounts are in rupees, instants in milliseconds.
 */
export interface World {
  now: number;
  wallets: Wallet[];
  orders: Record<string, ModelOrder>;
  payments: Record<string, ModelPayment>;
  results: Record<string, ModelResult>;
  settlements: Settlement[];
  /** The request and its answer, by player and idempotency key. */
  keys: Record<string, { request: string; outcome: string }>;
}

export type Movement = readonly [
  kind: "deposit" | "withdrawal" | "play" | "win" | "refund" | "reversal",
  amount: number,
];

interface Wallet {
  balance: number;
  statement: Movement[];
  owed: number;
}

export interface ModelOrder {
  player: number;
  house: number;
  day: string;
  plays: PlayLine[];
  is_cancelled: boolean;
  settled: Part[];
  won: number;
}

interface ModelPayment {
  player: number;
  kind: "deposit" | "withdrawal";
  amount: number;
  status: "pending" | "approved" | "rejected";
}

export interface ModelResult {
  house: number;
  day: string;
  first: number | null;
  second: number | null;
  state: "entered" | "published" | "void";
}

/** The settlement of one part of a draw. `paid` is in the order of payment. */
export interface Settlement {
  result: string;
  part: Part;
  state: "begun" | "finished" | "reversed";
  paid: { order: string; won: number }[];
}

/** Adds a ledger row to a wallet's statement; returns the balance after it. */
export function move(world: World, player: number, ...movement: Movement): number {
  const wallet = world.wallets[player];
  if (!wallet) throw new Error(`there is no player ${player}`);
  const [, amount] = movement;
  wallet.balance += amount;
  wallet.statement.push(movement);
  return wallet.balance;
}

export const balanceOf = (world: World, player: number): number =>
  world.wallets[player]?.balance ?? 0;
