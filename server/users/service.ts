import { hash, randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { AuditFacts } from "../../contract/audit/schemas.ts";
import { toRupees } from "../../contract/money.ts";
import type { Body, Reply } from "../../contract/route.ts";
import type { userRoutes } from "../../contract/users/routes.ts";
import type { Role } from "../../contract/users/rules.ts";
import type { User } from "../../contract/users/schemas.ts";
import { recordChange } from "../audit/service.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../db/database.ts";
import type { Lane } from "../db/lane.ts";
import { createReadLane } from "../db/read-lane.ts";
import { transaction } from "../db/transaction.ts";
import type { Actor, SessionUser } from "../http/access.ts";
import { found, Refusal } from "../refusal.ts";
import { sendMessage } from "../message-sender.ts";
import { getBalance, openWallet, readBalance, setWalletActive } from "../wallet/service.ts";
import { hashPassword, isPassword } from "./password.ts";
import {
  deleteExpiredSessions,
  deleteExpiredSessionsOf,
  deleteSession,
  deleteSessions,
  insertSession,
  listSessionAddresses,
  listSessionOwners,
  listValidSessions,
  type SessionOwner,
  updateLastSeen,
} from "./sessions-sql.ts";
import {
  type Account,
  findAccount,
  findAccountByPhone,
  hasAdmin,
  insertUser,
  listAdminPhones,
  listUsersById,
  lockUsers,
  type NewUser,
  updateManaged,
  updateForgottenPassword,
  updatePassword,
  updateProfile,
  type UserRow,
} from "./sql.ts";

const SESSION_DAYS = 30;
const MOST_SESSIONS_LISTED = 100;

/** Creates an account with its wallet. Refuses `phone_taken`. */
export async function createAccount(tx: Tx, user: NewUser): Promise<User> {
  const row = await insertUser(tx, user);
  await openWallet(tx, row.id);
  return toUser(row, 0);
}

/** The account data that a login is checked against; undefined if no account has the phone. */
export const findLogin = (db: Db | Tx, phone: string): Promise<Account | undefined> =>
  findAccountByPhone(db, phone);

/** Whether there is any admin. */
export const isAdministered = (tx: Tx): Promise<boolean> => hasAdmin(tx);

/** The caller's own account. It and the balance are read with those of concurrent requests. */
export async function getProfile(context: Context, user_id: number): Promise<User> {
  const [row, balance_paise] = await Promise.all([
    context.users.push(user_id),
    getBalance(context, user_id),
  ]);
  return toUser(found(row), balance_paise);
}

/** Null for an account that does not exist. */
export type UserLane = Lane<number, UserRow | null>;

/** Batches reads of users: every screen requests the caller when it is opened. */
export const createUserLane = (db: Db): UserLane =>
  createReadLane({
    list: (user_ids: number[]) => listUsersById(db, user_ids),
    keyOf: ({ id }) => id,
    answerOf: (row) => row ?? null,
  });

/** Changes the given fields; null clears the email. */
export async function changeProfile(
  { db }: Context,
  user_id: number,
  changes: Body<(typeof userRoutes)["PUT /users/profile"]>,
): Promise<User> {
  return transaction(db, async (tx) =>
    withBalanceIn(tx, found(await updateProfile(tx, user_id, changes))),
  );
}

/**
 * Changes the caller's password and ends all other sessions of the account, on every process,
 * before it returns. Refuses `wrong_password`.
 */
export async function changePassword(
  context: Context,
  user: SessionUser,
  { old_password, new_password }: Body<(typeof userRoutes)["POST /users/change-password"]>,
): Promise<undefined> {
  const { db, sessions } = context;
  const account = found(await findAccount(db, user.id));
  if (!(await isPassword(old_password, account.password_hash))) throw new Refusal("wrong_password");
  const password_hash = await hashPassword(new_password);
  await sessions.ending(user.id, async (tx) => {
    // The password may have been changed since it was compared.
    const is_changed = await updatePassword(tx, user.id, password_hash, account.password_hash);
    if (!is_changed) throw new Refusal("wrong_password");
    await deleteSessions(tx, user.id, user.session_id);
  });
  alertOfNewPassword(context, account.phone);
}

/** Sends every active admin a message. Resolves when all are sent or have failed. */
export async function alertAdmins(
  context: Pick<Context, "db" | "messages" | "log">,
  text: string,
): Promise<void> {
  const phones = await listAdminPhones(context.db);
  await Promise.all(phones.map((phone) => sendMessage(context, phone, text)));
}

/** Sends the owner of an account an alert, in case somebody else has set the password. */
export function alertOfNewPassword(
  context: Pick<Context, "messages" | "log">,
  phone: string,
): void {
  const text =
    "Your Nishana password was changed. If it was not you, set a new one now with “Forgot password”.";
  void sendMessage(context, phone, text);
}

/**
 * Sets a password without the old one for a user who has the account's phone, which is verified by
 * that, and ends all sessions. Call it in `sessions.ending`.
 */
export async function resetPassword(tx: Tx, user_id: number, password_hash: string): Promise<void> {
  await updateForgottenPassword(tx, user_id, password_hash);
  await deleteSessions(tx, user_id, undefined);
}

/**
 * Activates or deactivates an account. Ends its sessions on every process before it returns; the
 * wallet of a deactivated account cannot place orders. Refuses `not_found`, `own_account`, and
 * `session_required` if the caller is no longer an active admin.
 */
export const setUserActive = (
  context: Context,
  actor: Actor,
  user_id: number,
  is_active: boolean,
): Promise<User> => changeManaged(context, actor, user_id, { is_active }, "user_status_changed");

/**
 * Changes an account's role and ends its sessions on every process before it returns, so that none
 * continues with the old role. Refuses `not_found`, `own_account`, and `session_required` if the
 * caller is no longer an active admin.
 */
export const setUserRole = (
  context: Context,
  actor: Actor,
  user_id: number,
  role: Role,
): Promise<User> => changeManaged(context, actor, user_id, { role }, "user_role_changed");

/** Changes the fields that admins manage. If nothing changes, no session ends. */
const changeManaged = (
  { sessions }: Context,
  actor: Actor,
  user_id: number,
  change: { is_active: boolean } | { role: Role },
  action: "user_status_changed" | "user_role_changed",
): Promise<User> =>
  sessions.ending(user_id, async (tx) => {
    const before = await lockManaged(tx, actor.id, user_id);
    const after = { ...before, ...change };
    if (!isDeepStrictEqual(before, after)) {
      if (user_id === actor.id) throw new Refusal("own_account");
      await setWalletActive(tx, user_id, after.is_active);
      await deleteSessions(tx, user_id, undefined);
      await updateManaged(tx, after);
      const facts = { before: factsOf(before), after: factsOf(after) };
      await recordChange(tx, actor, action, user_id, facts);
    }
    return withBalanceIn(tx, after);
  });

/**
 * Locks an account together with the admin who changes it, and returns the account. The lock keeps
 * the admin an admin until the change commits. As admins cannot demote or deactivate themselves,
 * one active admin always remains, even when admins act on each other concurrently.
 */
async function lockManaged(tx: Tx, admin_id: number, user_id: number): Promise<UserRow> {
  const rows = await lockUsers(tx, [admin_id, user_id]);
  const admin = rows.find(({ id }) => id === admin_id);
  if (!admin?.is_active || admin.role !== "admin") throw new Refusal("session_required");
  return found(rows.find(({ id }) => id === user_id));
}

/** Where a session was opened, so that its owner can recognise it. */
export interface Origin {
  address: string;
  user_agent: string | null;
}

/**
 * Opens a session for 30 days, by the database's clock, and returns its token, of which only the
 * hash is stored. Returns undefined if the account is deactivated or if `password_hash`, when
 * given, is no longer the account's.
 */
export async function openSession(
  tx: Tx,
  user_id: number,
  origin: Origin,
  password_hash?: string,
): Promise<string | undefined> {
  const token = randomBytes(32).toString("base64url");
  const is_open = await insertSession(tx, {
    ...origin,
    user_id,
    password_hash,
    token_hash: hashToken(token),
    days: SESSION_DAYS,
  });
  // The account is locked by now. Ending all sessions takes the locks in the same order.
  await deleteExpiredSessionsOf(tx, user_id);
  return is_open ? token : undefined;
}

/** Deletes up to `limit` expired sessions of all users; returns how many. */
export const dropExpiredSessions = (tx: Tx, limit: number): Promise<number> =>
  deleteExpiredSessions(tx, limit);

/** The SHA-256 of a token in hexadecimal, by which it is stored and looked up. */
export const hashToken = (token: string): string => hash("sha256", token, "hex");

/** The valid sessions among some token hashes. */
export const findSessions = (db: Db, token_hashes: string[]): Promise<SessionOwner[]> =>
  listSessionOwners(db, token_hashes);

/** Writes that these sessions were seen now. */
export const markSeen = (db: Db, session_ids: number[]): Promise<void> =>
  updateLastSeen(db, session_ids);

/** The addresses from which the sessions of the account with this phone were opened. */
export const listAddresses = (db: Db, phone: string): Promise<string[]> =>
  listSessionAddresses(db, phone);

/** The caller's valid sessions, newest first. */
export async function listSessions(
  { db }: Context,
  user: SessionUser,
): Promise<Reply<(typeof userRoutes)["GET /users/sessions"]>> {
  const rows = await listValidSessions(db, user.id, MOST_SESSIONS_LISTED);
  return { sessions: rows.map((row) => ({ ...row, is_current: row.id === user.session_id })) };
}

/** Ends a session of a user; false if it does not exist. Call it in `sessions.ending`. */
export const closeSession = (tx: Tx, user_id: number, session_id: number): Promise<boolean> =>
  deleteSession(tx, user_id, session_id);

/** Ends one of the caller's sessions, at once and on every process. Refuses `not_found`. */
export async function revokeSession(
  { sessions }: Context,
  user_id: number,
  session_id: number,
): Promise<undefined> {
  await sessions.ending(user_id, async (tx) => {
    if (!(await deleteSession(tx, user_id, session_id))) throw new Refusal("not_found");
  });
}

/** Ends all of the caller's sessions except this one, at once and on every process. */
export async function revokeOtherSessions(
  { sessions }: Context,
  { id, session_id }: SessionUser,
): Promise<undefined> {
  await sessions.ending(id, async (tx) => {
    // With the account locked, no session can be exchanged for a new one that this would not see.
    await lockUsers(tx, [id]);
    await deleteSessions(tx, id, session_id);
  });
}

/** An account with its balance, which is read together with those of concurrent requests. */
export async function withBalance(context: Context, row: UserRow): Promise<User> {
  return toUser(row, await getBalance(context, row.id));
}

/**
 * An account with its balance, read in the transaction that changes it. Reading it after the commit
 * could fail and report a change as not done.
 */
const withBalanceIn = async (tx: Tx, row: UserRow): Promise<User> =>
  toUser(row, await readBalance(tx, row.id));

const toUser = (row: UserRow, balance_paise: number): User => ({
  ...row,
  wallet_balance: toRupees(balance_paise),
});

/** For the audit trail: the current name and the fields that admins manage. */
const factsOf = ({ full_name, role, is_active }: UserRow): AuditFacts => ({
  full_name,
  role,
  is_active,
});
