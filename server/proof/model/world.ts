import type { PlayLine } from "../../../contract/orders/schemas.ts";
import type { Part } from "../oracle.ts";

/**
 * The product as a small model has it: what there is, in plain values, with players and houses by
 * their place. Orders and payment requests go by their player and key, results by the command that
 * entered them. Money in rupees, instants in milliseconds.
 */
export interface World {
  now: number;
  wallets: Wallet[];
  orders: Record<string, ModelOrder>;
  payments: Record<string, ModelPayment>;
  results: Record<string, ModelResult>;
  settlements: Settlement[];
  /** What a player's key stands for: a request, and how it was answered. */
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

/** Begun by a result, for one part of its draw. What it paid, in the order in which it paid. */
export interface Settlement {
  result: string;
  part: Part;
  state: "begun" | "finished" | "reversed";
  paid: { order: string; won: number }[];
}

/** Moves money in a wallet as a ledger row does. */
export function move(world: World, player: number, ...movement: Movement): number {
  const wallet = world.wallets[player];
  if (!wallet) throw new Error(`there is a player ${player}`);
  const [, amount] = movement;
  wallet.balance += amount;
  wallet.statement.push(movement);
  return wallet.balance;
}

export const balanceOf = (world: World, player: number): number =>
  world.wallets[player]?.balance ?? 0;
