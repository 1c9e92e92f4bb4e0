import { sql } from "kysely";
import type { BroadcastTarget } from "../../contract/notifications/rules.ts";
import type { Tx } from "../db/database.ts";

export interface NewBroadcast {
  target: BroadcastTarget;
  message: string;
  sent_by: number;
  key: string;
}

/**
 * Returns the new id, or undefined when the sender has used this idempotency key before. A
 * concurrent insert with the same key waits here until the first transaction ends.
 */
export async function insertBroadcast(tx: Tx, broadcast: NewBroadcast) {
  const { target, message, sent_by, key } = broadcast;
  const { rows } = await sql<{ id: number }>`
    insert into broadcasts (target, message, sent_by, idempotency_key)
    values (${target}, ${message}, ${sent_by}, ${key})
    on conflict (sent_by, idempotency_key) do nothing
    returning id
  `.execute(tx);
  return rows[0]?.id;
}

/** Stores the number of recipients, which the reply to a repeated request needs. */
export async function updateRecipients(tx: Tx, id: number, recipients: number): Promise<void> {
  await sql`update broadcasts set recipients = ${recipients} where id = ${id}`.execute(tx);
}

export interface SentBroadcast {
  target: BroadcastTarget;
  message: string;
  recipients: number;
}

/** Finds the broadcast that a sender has sent with an idempotency key. */
export async function findSent(
  tx: Tx,
  sent_by: number,
  key: string,
): Promise<SentBroadcast | undefined> {
  const { rows } = await sql<SentBroadcast>`
    select target, message, recipients
    from broadcasts
    where sent_by = ${sent_by} and idempotency_key = ${key}
  `.execute(tx);
  return rows[0];
}
