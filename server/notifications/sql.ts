import { type RawBuilder, sql } from "kysely";
import { type NotificationKind, MAX_UNREAD } from "../../contract/notifications/rules.ts";
import type { Role } from "../../contract/users/rules.ts";
import { clock } from "../db/clock.ts";
import { type Db, runPrepared, type Tx, unplanned } from "../db/database.ts";

export interface NotificationRow {
  id: number;
  kind: NotificationKind;
  params: Record<string, string | number>;
  created_at: string;
  is_read: boolean;
}

/** A query that selects the users to notify and the params for each. */
export type Recipients<P> = RawBuilder<{ user_id: number; params: P }>;

/** A notification for a stream, with its user's balance and number of unread ones. */
export interface DeliveryRow extends NotificationRow {
  user_id: number;
  balance_paise: number;
  unread: number;
}

const notificationColumns = sql`
  n.id, n.kind, n.params, n.created_at, n.read_at is not null as is_read
`;

/** The number of unread notifications, counted up to MAX_UNREAD. */
const unreadOf = (user_id: RawBuilder<unknown>) => sql`
  (
    select count(*)
    from (
      select 1 from notifications own
      where own.user_id = ${user_id} and own.read_at is null
      limit ${MAX_UNREAD}
    ) counted
  ) as unread
`;

/** What happens to the notification of a user who has one about this subject already. */
const existing = {
  stays: sql`on conflict do nothing`,
  is_corrected: sql`
    on conflict (kind, subject_id, user_id) where subject_id is not null
    do update set params = excluded.params where notifications.params <> excluded.params
  `,
};

/**
 * Inserts one notification for each row of the query `recipients`. Returns how many were inserted
 * or corrected.
 */
export async function insertNotifications(
  tx: Tx,
  kind: NotificationKind,
  subject_id: number,
  recipients: Recipients<unknown>,
  an_existing_one: keyof typeof existing,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into notifications (user_id, kind, subject_id, params)
    select user_id, ${kind}, ${subject_id}, params
    from (${recipients}) as recipients
    ${existing[an_existing_one]}
  `.execute(tx);
  return Number(numAffectedRows);
}

/** Selects users by id, with the same params for all. */
export const theseUsers = <P>(user_ids: number[], params: P): Recipients<P> => sql`
  select unnest(${user_ids}::bigint[]) as user_id, ${JSON.stringify(params)}::jsonb as params
`;

/** Selects users by id, with different params for each. */
export const theirOwn = <P>(notified: { user_id: number; params: P }[]): Recipients<P> => sql`
  select user_id, params
  from jsonb_to_recordset(${JSON.stringify(notified)}::jsonb) as r (user_id bigint, params jsonb)
`;

/** Selects every account of a role, or all accounts, with the same params for all. */
export const everyAccount = <P>(role: string | undefined, params: P): Recipients<P> => sql`
  select id as user_id, ${JSON.stringify(params)}::jsonb as params
  from users
  where role = coalesce(${role ?? null}, role)
`;

/** How many accounts each role has. */
export async function countAccounts(db: Db) {
  const { rows } = await sql<{ role: Role; accounts: number }>`
    select role, count(*) as accounts from users group by role
  `.execute(db);
  return rows;
}

/** Newest first. Prepared, because planning takes longer than reading a page. */
export const listNotifications = (
  db: Db,
  user_id: number,
  limit: number,
  before: number | undefined,
): Promise<NotificationRow[]> =>
  runPrepared(
    db,
    "notifications of a user",
    sql<NotificationRow>`
      select ${notificationColumns}
      from notifications n
      where
        n.user_id = ${user_id}
        and n.id < coalesce(${before ?? null}::bigint, 9223372036854775807)
      order by n.id desc
      limit ${limit}
    `,
  );

/** The notifications about a subject for those of the given users who have one. */
export async function listDeliveries(
  db: Db,
  kind: string,
  subject_id: number,
  user_ids: number[],
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select
      ${notificationColumns},
      n.user_id, w.balance_paise, ${unreadOf(sql`n.user_id`)}
    from notifications n
    join wallets w on w.user_id = n.user_id
    where n.kind = ${kind} and n.subject_id = ${subject_id} and n.user_id = any(${user_ids})
  `.execute(db);
  return rows;
}

/** The number of unread notifications of each of many users. */
export const listUnread = (db: Db, user_ids: number[]) =>
  runPrepared(
    db,
    "unread notifications",
    sql<{ user_id: number; unread: number }>`
      select asked.user_id, ${unreadOf(sql`asked.user_id`)}
      from unnest(${unplanned(user_ids, "bigint[]")}) as asked (user_id)
    `,
  );

/** What the first events of a user's stream consist of. */
export interface Opening {
  user_id: number;
  unread: number;
  /** When something last changed that events tell the user of; null if nothing ever has. */
  changed_at: string | null;
  now: string;
}

/** More results than are published or settled within a few minutes. */
const RECENT_RESULTS = 50;

/**
 * When results last changed for everybody, which they do until their settlements have finished and
 * the winners are notified.
 */
const latestResultChange = sql`
  (
    select
      greatest(
        max(r.changed_at),
        max(greatest(s.finished_at, s.told_at, s.reversed_at)),
        (
          select clock.now
          where exists (select from settlements where told_at is null and reversed_at is null)
        )
      ) as changed_at
    from (
      select id, greatest(published_at, voided_at) as changed_at
      from results
      order by changed_at desc nulls last
      limit ${RECENT_RESULTS}
    ) r
    left join settlements s on s.result_id = r.id
  )
`;

export const listOpenings = (db: Db, user_ids: number[]) =>
  runPrepared(
    db,
    "openings of streams",
    sql<Opening>`
      select
        asked.user_id,
        ${unreadOf(sql`asked.user_id`)},
        clock.now,
        greatest(
          results.changed_at,
          (
            select l.created_at from ledger l
            where l.user_id = asked.user_id
            order by l.sequence desc limit 1
          ),
          (
            select n.created_at from notifications n
            where n.user_id = asked.user_id
            order by n.id desc limit 1
          ),
          (
            select p.created_at from payments p
            where p.user_id = asked.user_id
            order by p.id desc limit 1
          )
        ) as changed_at
      from ${clock}
      cross join lateral ${latestResultChange} as results
      cross join unnest(${unplanned(user_ids, "bigint[]")}) as asked (user_id)
    `,
  );

/** Returns how many notifications became read. */
export async function updateRead(tx: Tx, user_id: number, up_to: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update notifications
    set read_at = clock_now()
    where user_id = ${user_id} and id <= ${up_to} and read_at is null
  `.execute(tx);
  return Number(numAffectedRows);
}

/** Sends a NOTIFY to every server process when the transaction commits. */
export async function say(tx: Tx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
}
