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
import { transaction } from "../db/transaction.ts";
import type { Actor, SessionUser } from "../http/access.ts";
import { found, Refusal } from "../refusal.ts";
import { getBalance, openWallet, readBalance, setWalletActive } from "../wallet/service.ts";
import { hashPassword, isPassword } from "./password.ts";
import {
  deleteExpiredSessions,
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
  findUser,
  hasAdmin,
  insertUser,
  lockUsers,
  type NewUser,
  updateManaged,
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

/** What a login is judged by; undefined when no account has the phone. */
export const findLogin = (db: Db | Tx, phone: string): Promise<Account | undefined> =>
  findAccountByPhone(db, phone);

/** Whether the product has an admin at all. */
export const isAdministered = (tx: Tx): Promise<boolean> => hasAdmin(tx);

/** One's own account. */
export const getProfile = async (context: Context, user_id: number): Promise<User> =>
  withBalance(context, found(await findUser(context.db, user_id)));

/** Changes the fields that are given; an email of null takes it away. */
export async function changeProfile(
  { db }: Context,
  user_id: number,
  changes: Body<(typeof userRoutes)["PUT /users/profile"]>,
): Promise<User> {
  return transaction(db, async (tx) =>
    withBalanceThen(tx, found(await updateProfile(tx, user_id, changes))),
  );
}

/**
 * Changes one's own password; every other session of the account has ended, on every process, when
 * it answers. Refuses `wrong_password`.
 */
export async function changePassword(
  { db, sessions }: Context,
  user: SessionUser,
  { old_password, new_password }: Body<(typeof userRoutes)["POST /users/change-password"]>,
): Promise<undefined> {
  const account = found(await findAccount(db, user.id));
  if (!(await isPassword(old_password, account.password_hash))) throw new Refusal("wrong_password");
  const password_hash = await hashPassword(new_password);
  await sessions.ending(user.id, async (tx) => {
    // Somebody else may have changed it since it was compared.
    const is_changed = await updatePassword(tx, user.id, password_hash, account.password_hash);
    if (!is_changed) throw new Refusal("wrong_password");
    await deleteSessions(tx, user.id, user.session_id);
  });
}

/** Sets an account's password without the old one. Inside `sessions.ending`: all of them end. */
export async function resetPassword(tx: Tx, user_id: number, password_hash: string): Promise<void> {
  await updatePassword(tx, user_id, password_hash);
  await deleteSessions(tx, user_id, undefined);
}

/**
 * Lets an account in, or shuts it out: its sessions have ended on every process when it answers,
 * and its wallet takes no orders. Refuses `not_found`, `own_account`, and `session_required` to
 * somebody who is no active admin any more.
 */
export const setUserActive = (
  context: Context,
  actor: Actor,
  user_id: number,
  is_active: boolean,
): Promise<User> => changeManaged(context, actor, user_id, { is_active }, "user_status_changed");

/**
 * Gives an account another role; its sessions have ended on every process when it answers, so that
 * none goes on with the old role. Refuses `not_found`, `own_account`, and `session_required` to
 * somebody who is no active admin any more.
 */
export const setUserRole = (
  context: Context,
  actor: Actor,
  user_id: number,
  role: Role,
): Promise<User> => changeManaged(context, actor, user_id, { role }, "user_role_changed");

/** Changes what admins change of an account. What is so already ends no session. */
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
    return withBalanceThen(tx, after);
  });

/**
 * Locks an account together with the admin who changes it, and answers it as it is then. The admin
 * stays one until the change is committed; and as nobody takes that from themselves, the last
 * active admin stays too, whoever acts on whom at the same time.
 */
async function lockManaged(tx: Tx, admin_id: number, user_id: number): Promise<UserRow> {
  const rows = await lockUsers(tx, [admin_id, user_id]);
  const admin = rows.find(({ id }) => id === admin_id);
  if (!admin?.is_active || admin.role !== "admin") throw new Refusal("session_required");
  return found(rows.find(({ id }) => id === user_id));
}

/** From where a session is opened, for its owner to recognise it. */
export interface Origin {
  address: string;
  user_agent: string | null;
}

/**
 * Opens a session for 30 days by the database's clock and answers its token, of which only the
 * hash is kept. Undefined when the account has been deactivated, or, where a password let its owner
 * in, when that has been changed since.
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
  // After its account, which is locked by now: so does whoever ends all of its sessions.
  await deleteExpiredSessions(tx, user_id);
  return is_open ? token : undefined;
}

/** How a token is kept and looked up: its SHA-256, in hexadecimal digits. */
export const hashToken = (token: string): string => hash("sha256", token, "hex");

/** The valid sessions among some tokens, by their hashes; notes that they are in use. */
export async function findSessions(db: Db, token_hashes: string[]): Promise<SessionOwner[]> {
  const owners = await listSessionOwners(db, token_hashes);
  const unseen = owners.filter(({ is_seen }) => !is_seen).map(({ session_id }) => session_id);
  if (unseen.length > 0) await transaction(db, (tx) => updateLastSeen(tx, unseen));
  return owners;
}

/** From where the sessions of the account with this phone were opened. */
export const listAddresses = (db: Db, phone: string): Promise<string[]> =>
  listSessionAddresses(db, phone);

/** One's own valid sessions, newest first. */
export async function listSessions(
  { db }: Context,
  user: SessionUser,
): Promise<Reply<(typeof userRoutes)["GET /users/sessions"]>> {
  const rows = await listValidSessions(db, user.id, MOST_SESSIONS_LISTED);
  return { sessions: rows.map((row) => ({ ...row, is_current: row.id === user.session_id })) };
}

/** Ends one session of a user; false when there is none such. Inside `sessions.ending`. */
export const closeSession = (tx: Tx, user_id: number, session_id: number): Promise<boolean> =>
  deleteSession(tx, user_id, session_id);

/** Ends one session of one's own, at once and on every process. Refuses `not_found`. */
export async function revokeSession(
  { sessions }: Context,
  user_id: number,
  session_id: number,
): Promise<undefined> {
  await sessions.ending(user_id, async (tx) => {
    if (!(await deleteSession(tx, user_id, session_id))) throw new Refusal("not_found");
  });
}

/** Ends every session of one's own but this one, at once and on every process. */
export async function revokeOtherSessions(
  { sessions }: Context,
  { id, session_id }: SessionUser,
): Promise<undefined> {
  await sessions.ending(id, (tx) => deleteSessions(tx, id, session_id));
}

/** The account of a row with its balance, read together with others that are asked for now. */
export async function withBalance(context: Context, row: UserRow): Promise<User> {
  return toUser(row, await getBalance(context, row.id));
}

/**
 * The same within the transaction that changes it: once that is committed the answer is there, and
 * nobody is told that the service is busy of what has been done.
 */
const withBalanceThen = async (tx: Tx, row: UserRow): Promise<User> =>
  toUser(row, await readBalance(tx, row.id));

const toUser = (row: UserRow, balance_paise: number): User => ({
  ...row,
  wallet_balance: toRupees(balance_paise),
});

/** For the audit trail: who it is, by the name of then, and what admins change. */
const factsOf = ({ full_name, role, is_active }: UserRow): AuditFacts => ({
  full_name,
  role,
  is_active,
});
