import { sql } from "kysely";
import type { Role } from "../../contract/users/rules.ts";
import { clock } from "../db/clock.ts";
import { type Db, runPrepared, type Tx, unplanned } from "../db/database.ts";

export interface NewSession {
  user_id: number;
  /** In hexadecimal. */
  token_hash: string;
  /** The hash that the given password matched, if the session is opened by password. */
  password_hash: string | undefined;
  days: number;
  address: string;
  user_agent: string | null;
}

/**
 * False if the account is inactive or has another password. Locks the account until the transaction
 * ends, so that a concurrent deactivation ends this session too.
 */
export async function insertSession(tx: Tx, session: NewSession): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sessions (user_id, token_hash, address, user_agent, expires_at)
    select
      id, decode(${session.token_hash}, 'hex'), ${session.address}, ${session.user_agent},
      clock_now() + ${session.days}::integer * interval '1 day'
    from users
    where
      id = ${session.user_id} and is_active
      and password_hash = coalesce(${session.password_hash ?? null}, password_hash)
    for share
  `.execute(tx);
  return numAffectedRows === 1n;
}

export interface SessionOwner {
  /** In hexadecimal. */
  token_hash: string;
  session_id: number;
  user_id: number;
  role: Role;
  seconds_left: number;
  is_seen: boolean;
}

/**
 * The valid sessions of these tokens; `is_seen` if last_seen_at is less than 5 minutes old. It is
 * prepared because planning it takes four times as long as running it for a token.
 */
export const listSessionOwners = (db: Db, token_hashes: string[]): Promise<SessionOwner[]> =>
  runPrepared(
    db,
    "sessions of tokens",
    sql<SessionOwner>`
      select
        encode(s.token_hash, 'hex') as token_hash, s.id as session_id, u.id as user_id, u.role,
        extract(epoch from s.expires_at - clock.now)::float8 as seconds_left,
        s.last_seen_at > clock.now - interval '5 minutes' as is_seen
      from (select decode(unnest(${token_hashes}::text[]), 'hex') as token_hash) as asked
      join sessions s using (token_hash)
      join users u on u.id = s.user_id
      cross join ${clock}
      where s.expires_at > clock.now and u.is_active
    `,
  );

/** Updates when sessions were last seen; skips those locked by others until the next time. */
export async function updateLastSeen(db: Db, session_ids: number[]): Promise<void> {
  await runPrepared(
    db,
    "sessions seen",
    sql<object>`
      update sessions
      set last_seen_at = clock_now()
      where id in (
        select id
        from sessions
        where id = any(${unplanned(session_ids, "bigint[]")})
        for update skip locked
      )
    `,
  );
}

export interface SessionRow {
  id: number;
  user_agent: string | null;
  address: string | null;
  created_at: string;
  last_seen_at: string;
}

export async function listValidSessions(
  db: Db,
  user_id: number,
  limit: number,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, user_agent, address, created_at, last_seen_at
    from sessions
    where user_id = ${user_id} and expires_at > clock_now()
    order by id desc
    limit ${limit}
  `.execute(db);
  return rows;
}

/** The addresses from which the valid sessions of the account with this phone were opened. */
export async function listSessionAddresses(db: Db, phone: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct s.address
    from users u
    join sessions s on s.user_id = u.id
    where u.phone = ${phone} and s.address is not null and s.expires_at > clock_now()
  `.execute(db);
  return rows.map(({ address }) => address);
}

/** False if the user has no such session. */
export async function deleteSession(tx: Tx, user_id: number, session_id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from sessions
    where user_id = ${user_id} and id = ${session_id}
  `.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes all sessions of a user except one. */
export async function deleteSessions(
  tx: Tx,
  user_id: number,
  except: number | undefined,
): Promise<void> {
  await sql`
    delete from sessions
    where user_id = ${user_id} and id is distinct from ${except ?? null}::bigint
  `.execute(tx);
}

export async function deleteExpiredSessionsOf(tx: Tx, user_id: number): Promise<void> {
  await sql`
    delete from sessions
    where user_id = ${user_id} and expires_at <= clock_now()
  `.execute(tx);
}

/** Deletes up to `limit` expired sessions, skipping locked ones; returns how many. */
export async function deleteExpiredSessions(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select id
      from sessions
      cross join ${clock}
      where expires_at <= clock.now
      limit ${limit}
      for update of sessions skip locked
    )
    delete from sessions
    using old
    where sessions.id = old.id
  `.execute(tx);
  return Number(numAffectedRows);
}
