import { sql } from "kysely";
import type { MethodType, PaymentKind } from "../../contract/payments/rules.ts";
import { type Db, theRow, type Tx } from "../db/database.ts";

export interface NewMethodRow {
  direction: PaymentKind;
  name: string;
  method_type: MethodType;
  icon_url: string | null;
  upi_id: string | null;
  is_active: boolean;
}

export interface MethodRow extends NewMethodRow {
  id: number;
}

const methodColumns = sql`id, direction, name, method_type, icon_url, upi_id, is_active`;

export async function listMethods(db: Db | Tx): Promise<MethodRow[]> {
  const { rows } = await sql<MethodRow>`
    select ${methodColumns}
    from payment_methods
    order by direction, id
  `.execute(db);
  return rows;
}

export async function lockMethod(tx: Tx, method_id: number): Promise<MethodRow | undefined> {
  const { rows } = await sql<MethodRow>`
    select ${methodColumns}
    from payment_methods
    where id = ${method_id}
    for no key update
  `.execute(tx);
  return rows[0];
}

/** Blocks other writers of methods until the transaction ends, but no readers. */
export async function lockAllMethods(tx: Tx): Promise<void> {
  await sql`lock table payment_methods in share row exclusive mode`.execute(tx);
}

export async function insertMethod(tx: Tx, method: NewMethodRow): Promise<MethodRow> {
  const { rows } = await sql<MethodRow>`
    insert into payment_methods (direction, name, method_type, icon_url, upi_id, is_active)
    values (
      ${method.direction}, ${method.name}, ${method.method_type}, ${method.icon_url},
      ${method.upi_id}, ${method.is_active}
    )
    returning ${methodColumns}
  `.execute(tx);
  return theRow(rows);
}

/** The direction and the type never change, because earlier requests refer to the method. */
export async function updateMethodRow(tx: Tx, method: MethodRow): Promise<void> {
  await sql`
    update payment_methods
    set
      name = ${method.name}, icon_url = ${method.icon_url}, upi_id = ${method.upi_id},
      is_active = ${method.is_active}
    where id = ${method.id}
  `.execute(tx);
}
