import { sql } from "kysely";
import type { Language } from "../../contract/languages.ts";
import type { Role } from "../../contract/users/rules.ts";
import { type Db, runPrepared, theRow, type Tx, unplanned } from "../db/database.ts";

export interface UserRow {
  id: number;
  full_name: string;
  phone: string;
  email: string | null;
  language: Language;
  role: Role;
  is_active: boolean;
  is_verified: boolean;
  created_at: string;
}

export interface NewUser {
  full_name: string;
  phone: string;
  email: string | null;
  language: Language;
  role: Role;
  password_hash: string;
}

/** The data that a login is checked against. */
export interface Account {
  id: number;
  phone: string;
  role: Role;
  is_active: boolean;
  password_hash: string;
}

/** The columns of a UserRow. */
export const userColumns = sql`
  id, full_name, phone, email, language, role, is_active, is_verified, created_at
`;

export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
    insert into users (full_name, phone, email, language, role, password_hash)
    values (
      ${user.full_name}, ${user.phone}, ${user.email}, ${user.language}, ${user.role},
      ${user.password_hash}
    )
    returning ${userColumns}
  `.execute(tx);
  return theRow(rows);
}

/** Users by id, in any order. Prepared, because planning takes longer than reading one. */
export const listUsersById = (db: Db, user_ids: number[]): Promise<UserRow[]> =>
  runPrepared(
    db,
    "users by id",
    sql<UserRow>`
      select ${userColumns}
      from users
      where id = any(${unplanned(user_ids, "bigint[]")})
    `,
  );

/** Locks accounts by id, leaving out unknown ids. Logins and changes wait for the lock. */
export async function lockUsers(tx: Tx, user_ids: number[]): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select ${userColumns}
    from users
    where id = any(${user_ids})
    order by id
    for no key update
  `.execute(tx);
  return rows;
}

export async function findAccountByPhone(db: Db | Tx, phone: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select id, phone, role, is_active, password_hash
    from users
    where phone = ${phone}
  `.execute(db);
  return rows[0];
}

export async function findAccount(db: Db, user_id: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select id, phone, role, is_active, password_hash
    from users
    where id = ${user_id}
  `.execute(db);
  return rows[0];
}

/** The phones of all active admins. */
export async function listAdminPhones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select phone
    from users
    where role = 'admin' and is_active
    order by id
  `.execute(db);
  return rows.map(({ phone }) => phone);
}

export async function hasAdmin(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from users
    where role = 'admin'
    limit 1
  `.execute(tx);
  return rows.length > 0;
}

export interface ProfileChanges {
  full_name?: string | undefined;
  /** Null clears it; undefined leaves it as it is. */
  email?: string | null | undefined;
  language?: Language | undefined;
}

export async function updateProfile(
  tx: Tx,
  user_id: number,
  { full_name, email, language }: ProfileChanges,
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    update users
    set
      full_name = coalesce(${full_name ?? null}, full_name),
      email = case when ${email !== undefined}::boolean then ${email ?? null} else email end,
      language = coalesce(${language ?? null}, language)
    where id = ${user_id}
    returning ${userColumns}
  `.execute(tx);
  return rows[0];
}

/** False if `old_hash` is no longer the account's. */
export async function updatePassword(
  tx: Tx,
  user_id: number,
  new_hash: string,
  old_hash: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users
    set password_hash = ${new_hash}
    where id = ${user_id} and password_hash = ${old_hash}
  `.execute(tx);
  return numAffectedRows === 1n;
}

/** Whoever has received a message at the phone of an account has verified it. */
export async function updateForgottenPassword(
  tx: Tx,
  user_id: number,
  new_hash: string,
): Promise<void> {
  await sql`
    update users
    set password_hash = ${new_hash}, is_verified = true
    where id = ${user_id}
  `.execute(tx);
}

/** Updates the fields that admins manage. */
export async function updateManaged(tx: Tx, { id, is_active, role }: UserRow): Promise<void> {
  await sql`
    update users
    set is_active = ${is_active}, role = ${role}
    where id = ${id}
  `.execute(tx);
}
