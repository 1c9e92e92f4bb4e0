import { hash, randomInt, timingSafeEqual } from "node:crypto";
import type { authRoutes } from "../../contract/auth/routes.ts";
import {
  MAX_RESET_CODES,
  parsePhone,
  RESET_CODE_MINUTES,
  RESET_CODE_TRIES,
} from "../../contract/auth/rules.ts";
import type { Body, Reply } from "../../contract/route.ts";
import type { User } from "../../contract/users/schemas.ts";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import type { SessionUser } from "../http/access.ts";
import { sendMessage } from "../message-sender.ts";
import { Refusal } from "../refusal.ts";
import { hashPassword, isPassword } from "../users/password.ts";
import {
  alertOfNewPassword,
  closeSession,
  createAccount,
  findLogin,
  openSession,
  type Origin,
  resetPassword,
} from "../users/service.ts";
import { deleteExpiredResetCodes, deleteResetCode, takeTry, upsertResetCode } from "./sql.ts";

type Token = Reply<(typeof authRoutes)["POST /auth/login"]>;

/** Creates a player's account with an empty wallet, without a session. Refuses `phone_taken`. */
export async function register(
  { db }: Context,
  registration: Body<(typeof authRoutes)["POST /auth/register"]>,
): Promise<User> {
  const { full_name, phone, email, language, password } = registration;
  const password_hash = await hashPassword(password);
  return transaction(db, (tx) =>
    createAccount(tx, { full_name, phone, email, language, role: "user", password_hash }),
  );
}

/**
 * Opens a session. Refuses `invalid_credentials`, which takes as long for an unknown phone as for
 * a wrong password, and `account_deactivated`, but only when the password is right.
 */
export async function logIn(
  { db }: Context,
  { phone, password }: Body<(typeof authRoutes)["POST /auth/login"]>,
  origin: Origin,
): Promise<Token> {
  const account = await findLogin(db, parsePhone(phone) ?? "");
  const is_right = await isPassword(password, account?.password_hash);
  if (!account || !is_right) throw new Refusal("invalid_credentials");
  if (!account.is_active) throw new Refusal("account_deactivated");
  const token = await transaction(db, (tx) =>
    openSession(tx, account.id, origin, account.password_hash),
  );
  // The account was deactivated, or its password changed, after it was read.
  if (token === undefined) throw new Refusal("invalid_credentials");
  return toReply(token);
}

/** Ends this session immediately on every process. */
export async function logOut({ sessions }: Context, user: SessionUser): Promise<undefined> {
  await sessions.ending(user.id, (tx) => closeSession(tx, user.id, user.session_id));
}

/**
 * Replaces this session with a new one. When it returns, the old token is invalid on every process.
 * Refuses `session_required` when the old session has ended meanwhile.
 */
export async function refreshToken(
  { sessions }: Context,
  user: SessionUser,
  origin: Origin,
): Promise<Token> {
  const token = await sessions.ending(user.id, async (tx) => {
    const token = await openSession(tx, user.id, origin);
    const is_closed = await closeSession(tx, user.id, user.session_id);
    if (token === undefined || !is_closed) throw new Refusal("session_required");
    return token;
  });
  return toReply(token);
}

const toReply = (access_token: string): Token => ({ access_token, token_type: "bearer" });

/**
 * Sends a reset code to the phone, if an account has it. Neither the reply nor its time reveals
 * whether one does, because all of the work is done afterwards; when it fails, or the process dies,
 * the owner asks again. An account gets at most three codes in ten minutes (022); after that the
 * last one remains valid, and nothing is sent. Refuses `busy` when too many phones wait.
 */
export async function requestResetCode(
  context: Context,
  { phone }: Body<(typeof authRoutes)["POST /auth/forgot-password"]>,
): Promise<undefined> {
  context.afterwards.run(() => sendResetCode(context, parsePhone(phone) ?? ""));
}

async function sendResetCode(context: Context, phone: string): Promise<void> {
  const { db } = context;
  const account = await findLogin(db, phone);
  if (!account) return;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const is_stored = await transaction(db, (tx) =>
    upsertResetCode(tx, account.id, hashCode(account.id, code), LIMITS),
  );
  if (!is_stored) return;
  const text =
    `${code} is your Nishana code to set a new password. ` +
    `It works for ${RESET_CODE_MINUTES} minutes. Give it to nobody.`;
  // A slow message does not delay those to other phones.
  void sendMessage(context, phone, text);
}

/** The id of no user. */
const NOBODY = 0;

const LIMITS = { minutes: RESET_CODE_MINUTES, max_codes: MAX_RESET_CODES };

/**
 * Sets a new password with a reset code, which works once. When it returns, every session of the
 * account has ended on every process. Its owner is alerted. Refuses `invalid_code`.
 */
export async function redeemResetCode(
  context: Context,
  { phone, code, new_password }: Body<(typeof authRoutes)["POST /auth/reset-password"]>,
): Promise<undefined> {
  const { db, sessions } = context;
  // First, because it may be refused as `busy`, which must not use up an attempt.
  const password_hash = await hashPassword(new_password);
  const account = await findLogin(db, phone);
  // Also for a phone without an account, so that the time does not reveal that it has none.
  const user_id = account?.id ?? NOBODY;
  // Commit the attempt before comparing the code, so that the refusal does not roll it back.
  const stored_hash = await transaction(db, (tx) => takeTry(tx, user_id, RESET_CODE_TRIES));
  const code_hash = hashCode(user_id, code);
  if (!account || !stored_hash || !timingSafeEqual(stored_hash, code_hash)) {
    throw new Refusal("invalid_code");
  }
  await sessions.ending(account.id, async (tx) => {
    if (!(await deleteResetCode(tx, account.id, code_hash))) throw new Refusal("invalid_code");
    await resetPassword(tx, account.id, password_hash);
  });
  alertOfNewPassword(context, account.phone);
}

/** Deletes up to `limit` expired reset codes; returns how many. */
export const dropExpiredResetCodes = (tx: Tx, limit: number): Promise<number> =>
  deleteExpiredResetCodes(tx, limit);

/** A fast hash is enough for a code that lives ten minutes. The id makes equal codes differ. */
const hashCode = (user_id: number, code: string): Buffer =>
  hash("sha256", `${user_id} ${code}`, "buffer");
