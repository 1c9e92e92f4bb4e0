import { sql } from "kysely";
import type { TransactionType } from "../../contract/wallet/schemas.ts";
import { type Db, runPrepared, type Tx, unplanned } from "../db/database.ts";

export interface WalletRow {
  user_id: number;
  balance_paise: number;
  sequence: number;
  is_active: boolean;
}

export interface LedgerRow {
  id: number;
  type: TransactionType;
  amount_paise: number;
  balance_after_paise: number;
  created_at: string;
  order_id: number | null;
  payment_id: number | null;
  house_name: string | null;
  play_date: string | null;
}

/** A movement of money for a payment request, or the refund of an order on a draw. */
export interface Movement {
  user_id: number;
  kind: "deposit" | "withdrawal" | "refund";
  /** Signed, not zero. */
  amount_paise: number;
  draw_id?: number;
  order_id?: number;
  payment_id?: number;
}

export async function insertWallet(tx: Tx, user_id: number): Promise<void> {
  await sql`insert into wallets (user_id) values (${user_id})`.execute(tx);
}

export async function lockWallets(tx: Tx, user_ids: number[]): Promise<WalletRow[]> {
  const { rows } = await sql<WalletRow>`
    select user_id, balance_paise, sequence, is_active
    from wallets
    where user_id = any(${user_ids})
    order by user_id
    for no key update
  `.execute(tx);
  return rows;
}

/** Returns undefined if the balance is too low. */
export async function updateBalance(
  tx: Tx,
  user_id: number,
  amount_paise: number,
): Promise<WalletRow | undefined> {
  const { rows } = await sql<WalletRow>`
    update wallets
    set balance_paise = balance_paise + ${amount_paise}, sequence = sequence + 1
    where user_id = ${user_id} and balance_paise + ${amount_paise} >= 0
    returning user_id, balance_paise, sequence, is_active
  `.execute(tx);
  return rows[0];
}

export async function insertLedgerRow(
  tx: Tx,
  wallet: WalletRow,
  movement: Movement,
): Promise<void> {
  await sql`
    insert into ledger (
      user_id, sequence, kind, amount_paise, balance_after_paise, draw_id, order_id, payment_id
    )
    values (
      ${wallet.user_id}, ${wallet.sequence}, ${movement.kind}, ${movement.amount_paise},
      ${wallet.balance_paise}, ${movement.draw_id ?? null}, ${movement.order_id ?? null},
      ${movement.payment_id ?? null}
    )
  `.execute(tx);
}

export async function updateWalletActive(
  tx: Tx,
  user_id: number,
  is_active: boolean,
): Promise<void> {
  await sql`update wallets set is_active = ${is_active} where user_id = ${user_id}`.execute(tx);
}

/** A balance in paise; undefined for a user without a wallet. */
export async function findBalance(db: Db | Tx, user_id: number): Promise<number | undefined> {
  const { rows } = await sql<{ balance_paise: number }>`
    select balance_paise
    from wallets
    where user_id = ${user_id}
  `.execute(db);
  return rows[0]?.balance_paise;
}

/** The balances of many users; users without a wallet are left out. */
export const listBalances = (db: Db, user_ids: number[]) =>
  runPrepared(
    db,
    "balances",
    sql<{ user_id: number; balance_paise: number }>`
      select user_id, balance_paise
      from wallets
      where user_id = any(${unplanned(user_ids, "bigint[]")})
    `,
  );

/** Newest first. Prepared, because planning takes longer than reading a page. */
export const listLedgerRows = (
  db: Db,
  user_id: number,
  limit: number,
  before: number | undefined,
): Promise<LedgerRow[]> =>
  runPrepared(
    db,
    "ledger rows",
    sql<LedgerRow>`
      select
        l.sequence as id, l.kind as type, l.amount_paise, l.balance_after_paise, l.created_at,
        l.order_id, l.payment_id, h.name as house_name, d.play_date
      from ledger l
      left join draws d on d.id = l.draw_id
      left join houses h on h.id = d.house_id
      where
        l.user_id = ${user_id}
        and l.sequence < coalesce(${before ?? null}::bigint, 9223372036854775807)
      order by l.sequence desc
      limit ${limit}
    `,
  );
