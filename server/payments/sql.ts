import { sql } from "kysely";
import type { PaymentKind, PaymentStatus } from "../../contract/payments/rules.ts";
import type { AccountDetails } from "../../contract/payments/schemas.ts";
import { type Db, theRow, type Tx } from "../db/database.ts";

export interface PaymentRow {
  id: number;
  user_id: number;
  kind: PaymentKind;
  amount_paise: number;
  method_id: number | null;
  method_name: string | null;
  status: PaymentStatus;
  reference: string | null;
  has_proof: boolean;
  account_details: AccountDetails | null;
  reason: string | null;
  created_at: string;
  decided_at: string | null;
}

/** A request with the admin who decided it. */
export interface DecidedRow extends PaymentRow {
  admin_id: number | null;
  admin_name: string | null;
}

/** A request with its player and the totals of that player's requests. */
export interface QueueRow extends DecidedRow {
  full_name: string;
  phone: string;
  is_active: boolean;
  approved_deposits: number;
  deposited_paise: number;
  approved_withdrawals: number;
  withdrawn_paise: number;
  rejected: number;
  owed_paise: number;
}

export interface NewPaymentRow {
  user_id: number;
  kind: PaymentKind;
  amount_paise: number;
  method_id: number;
  reference: string | null;
  account_details: AccountDetails | null;
}

const paymentColumns = sql`
  p.id, p.user_id, p.kind, p.amount_paise, p.method_id, m.name as method_name, p.status,
  p.reference, p.account_details, p.reason, p.created_at, p.decided_at,
  exists (select 1 from payment_proofs f where f.payment_id = p.id) as has_proof
`;

const paymentTables = sql`
  payments p
  left join payment_methods m on m.id = p.method_id
`;

const adminColumns = sql`p.decided_by as admin_id, a.full_name as admin_name`;
const adminTable = sql`users a on a.id = p.decided_by`;

/** Returns the id. Violates payments_reference_once when the reference is in use. */
export async function insertPayment(tx: Tx, payment: NewPaymentRow): Promise<number> {
  const details = payment.account_details && JSON.stringify(payment.account_details);
  const { rows } = await sql<{ id: number }>`
    insert into payments (user_id, kind, amount_paise, method_id, reference, account_details)
    values (
      ${payment.user_id}, ${payment.kind}, ${payment.amount_paise}, ${payment.method_id},
      ${payment.reference}, ${details}
    )
    returning id
  `.execute(tx);
  return theRow(rows).id;
}

export async function insertProof(tx: Tx, payment_id: number, image: Uint8Array): Promise<void> {
  await sql`
    insert into payment_proofs (payment_id, image)
    values (${payment_id}, ${image})
  `.execute(tx);
}

/** The number of a player's pending deposits; exact while the player's wallet is locked. */
export async function countPendingDeposits(tx: Tx, user_id: number): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    select count(*) as pending
    from payments
    where user_id = ${user_id} and kind = 'deposit' and status = 'pending'
  `.execute(tx);
  return theRow(rows).pending;
}

export async function findPayment(tx: Tx, payment_id: number): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns}
    from ${paymentTables}
    where p.id = ${payment_id}
  `.execute(tx);
  return rows[0];
}

/** The same with the admin who decided it. */
export async function findDecidedPayment(
  db: Db,
  payment_id: number,
): Promise<DecidedRow | undefined> {
  const { rows } = await sql<DecidedRow>`
    select ${paymentColumns}, ${adminColumns}
    from ${paymentTables}
    left join ${adminTable}
    where p.id = ${payment_id}
  `.execute(db);
  return rows[0];
}

/** The player of a request. It never changes, so no lock is needed. */
export async function findPlayerOfPayment(tx: Tx, payment_id: number) {
  const { rows } = await sql<{ user_id: number }>`
    select user_id
    from payments
    where id = ${payment_id}
  `.execute(tx);
  return rows[0]?.user_id;
}

/** Locks a request whose player's wallet is already locked. */
export async function lockPaymentStatus(tx: Tx, payment_id: number) {
  const { rows } = await sql<{ status: PaymentStatus }>`
    select status
    from payments
    where id = ${payment_id}
    for update
  `.execute(tx);
  return rows[0]?.status;
}

export interface Decision {
  payment_id: number;
  status: "approved" | "rejected";
  admin_id: number;
  reason: string | null;
}

export async function updatePaymentDecided(tx: Tx, decision: Decision): Promise<void> {
  await sql`
    update payments
    set
      status = ${decision.status}, reason = ${decision.reason},
      decided_at = clock_now(), decided_by = ${decision.admin_id}
    where id = ${decision.payment_id}
  `.execute(tx);
}

/** A player's own requests, newest first. */
export async function listPaymentsOf(
  db: Db,
  user_id: number,
  { limit, skip, ...filter }: QueueFilter & { limit: number; skip: number },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns}
    from ${paymentTables}
    where p.user_id = ${user_id} and ${matches(filter)}
    order by p.id desc
    limit ${limit}
    offset ${skip}
  `.execute(db);
  return rows;
}

/** The screenshot of a request of the given player, or of any player if that is undefined. */
export async function findProof(
  db: Db,
  payment_id: number,
  user_id: number | undefined,
): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ image: Uint8Array }>`
    select f.image
    from payment_proofs f
    join payments p on p.id = f.payment_id
    where
      p.id = ${payment_id}
      and (${user_id ?? null}::bigint is null or p.user_id = ${user_id ?? null})
  `.execute(db);
  return rows[0]?.image;
}

export interface QueueFilter {
  kind?: PaymentKind | undefined;
  status?: PaymentStatus | undefined;
  phone?: string | undefined;
}

const matches = ({ kind, status, phone }: QueueFilter) => sql`
  ${phone === undefined ? sql`true` : ofPlayer(phone)}
  and (${kind ?? null}::text is null or p.kind = ${kind ?? null})
  and (${status ?? null}::text is null or p.status = ${status ?? null})
`;

const ofPlayer = (phone: string) => sql`p.user_id = (select id from users where phone = ${phone})`;

/**
 * Pending requests oldest first, then the others newest first. No index has this order, so each
 * half is read in its own order, up to the end of the page.
 */
const inQueueOrder = sql`
  p.status <> 'pending', case when p.status = 'pending' then p.id else -p.id end
`;

/** Counts matching requests, up to a limit. */
export async function countPayments(db: Db, filter: QueueFilter, most: number): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted
    from (select from payments p where ${matches(filter)} limit ${most}) as found
  `.execute(db);
  return theRow(rows).counted;
}

/** A page of the queue, with the totals of each player on it, which are computed once a player. */
export async function listPayments(
  db: Db,
  filter: QueueFilter,
  limit: number,
  skip: number,
): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    with page as materialized (
      select p.id
      from (
        (
          select p.id, p.status
          from payments p
          where p.status = 'pending' and ${matches(filter)}
          order by p.id
          limit ${skip + limit}
        )
        union all
        (
          select p.id, p.status
          from payments p
          where p.status <> 'pending' and ${matches(filter)}
          order by p.id desc
          limit ${skip + limit}
        )
      ) p
      order by ${inQueueOrder}
      limit ${limit}
      offset ${skip}
    ),
    history as materialized (
      select player.user_id, requests.*
      from (select distinct p.user_id from page join payments p using (id)) as player
      cross join lateral (
        select
          count(*) filter (where e.kind = 'deposit' and e.status = 'approved')
            as approved_deposits,
          coalesce(
            sum(e.amount_paise) filter (where e.kind = 'deposit' and e.status = 'approved'), 0
          )::bigint as deposited_paise,
          count(*) filter (where e.kind = 'withdrawal' and e.status = 'approved')
            as approved_withdrawals,
          coalesce(
            sum(e.amount_paise) filter (where e.kind = 'withdrawal' and e.status = 'approved'), 0
          )::bigint as withdrawn_paise,
          count(*) filter (where e.status = 'rejected') as rejected,
          (
            select coalesce(sum(amount_paise), 0) from debts where user_id = player.user_id
          )::bigint as owed_paise
        from payments e
        where e.user_id = player.user_id
      ) as requests
    )
    select ${paymentColumns}, ${adminColumns}, u.full_name, u.phone, u.is_active, history.*
    from page
    join ${paymentTables} on p.id = page.id
    left join ${adminTable}
    join users u on u.id = p.user_id
    join history on history.user_id = p.user_id
    order by ${inQueueOrder}
  `.execute(db);
  return rows;
}
