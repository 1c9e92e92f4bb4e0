import { toRupees } from "../../contract/money.ts";
import type { Query } from "../../contract/route.ts";
import type { walletRoutes } from "../../contract/wallet/routes.ts";
import type { Transaction } from "../../contract/wallet/schemas.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../db/database.ts";
import type { Lane } from "../db/lane.ts";
import { createReadLane } from "../db/read-lane.ts";
import { found, Refusal } from "../refusal.ts";
import {
  findBalance,
  insertLedgerRow,
  insertWallet,
  type LedgerRow,
  listBalances,
  listLedgerRows,
  lockWallets as lockRows,
  type Movement,
  updateBalance,
  updateWalletActive,
  type WalletRow,
} from "./sql.ts";

/** Creates a player's wallet, with ₹0. */
export const openWallet = (tx: Tx, user_id: number): Promise<void> => insertWallet(tx, user_id);

/** Locks a wallet until the transaction ends; everything that moves its money waits. */
export async function lockWallet(tx: Tx, user_id: number): Promise<WalletRow> {
  const [wallet] = await lockRows(tx, [user_id]);
  if (!wallet) throw new Error(`user ${user_id} has a wallet`);
  return wallet;
}

/** Locks several wallets, in the common lock order. */
export async function lockWallets(tx: Tx, user_ids: number[]): Promise<void> {
  await lockRows(tx, user_ids);
}

/**
 * Moves money into or out of a wallet: changes the balance and adds its ledger row. Returns the new
 * balance in paise. Refuses `insufficient_balance` and then changes nothing. Orders, settlements
 * and their reversals follow the same rules in place_orders, settle_chunk and void_settlement.
 */
export async function moveMoney(tx: Tx, movement: Movement): Promise<number> {
  const wallet = await updateBalance(tx, movement.user_id, movement.amount_paise);
  if (!wallet) throw new Refusal("insufficient_balance");
  await insertLedgerRow(tx, wallet, movement);
  return wallet.balance_paise;
}

/** Sets whether a wallet can place orders; deactivated players cannot. */
export const setWalletActive = (tx: Tx, user_id: number, is_active: boolean): Promise<void> =>
  updateWalletActive(tx, user_id, is_active);

/** A balance in paise, read in one statement with those of concurrent requests. */
export const getBalance = ({ balances }: Context, user_id: number): Promise<number> =>
  balances.push(user_id);

/** A balance in paise, read inside a transaction. */
export async function readBalance(tx: Tx, user_id: number): Promise<number> {
  return (await findBalance(tx, user_id)) ?? 0;
}

/** A lane that reads the balances of concurrent requests in one statement. */
export const createBalanceLane = (db: Db): Lane<number, number> =>
  createReadLane({
    list: (user_ids: number[]) => listBalances(db, user_ids),
    keyOf: ({ user_id }) => user_id,
    answerOf: (row) => row?.balance_paise ?? 0,
  });

/**
 * The statement of a player, newest first: at most `limit` rows older than `before`. Refuses
 * `not_found` when there is no such player.
 */
export async function listTransactions(
  { db }: Context,
  user_id: number,
  { limit, before }: Query<(typeof walletRoutes)["GET /wallet/transactions"]>,
): Promise<{ transactions: Transaction[] }> {
  const rows = await listLedgerRows(db, user_id, limit, before);
  // A player without rows is rare, and one that does not exist has none.
  if (rows.length === 0) found(await findBalance(db, user_id));
  return { transactions: rows.map(toTransaction) };
}

function toTransaction({ amount_paise, balance_after_paise, ...row }: LedgerRow): Transaction {
  return {
    ...row,
    description: describe(row),
    amount: toRupees(amount_paise),
    balance_after: toRupees(balance_after_paise),
  };
}

const titles = {
  deposit: "Deposit",
  withdrawal: "Withdrawal",
  play: "Play",
  win: "Win",
  refund: "Refund",
  reversal: "Win taken back",
} as const;

/** An English description; clients build other languages from the same fields. */
const describe = (row: Pick<LedgerRow, "type" | "house_name" | "play_date">): string =>
  row.house_name === null
    ? titles[row.type]
    : `${titles[row.type]} · ${row.house_name}, ${row.play_date}`;
