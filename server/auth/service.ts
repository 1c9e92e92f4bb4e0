import { hash, randomInt, timingSafeEqual } from "node:crypto";
import type { authRoutes } from "../../contract/auth/routes.ts";
import { parsePhone, RESET_CODE_MINUTES, RESET_CODE_TRIES } from "../../contract/auth/rules.ts";
import type { Body, Reply } from "../../contract/route.ts";
import type { User } from "../../contract/users/schemas.ts";
import type { Context } from "../context.ts";
import { transaction } from "../db/transaction.ts";
import type { SessionUser } from "../http/access.ts";
import { Refusal } from "../refusal.ts";
import { hashPassword, isPassword } from "../users/password.ts";
import {
  closeSession,
  createAccount,
  findLogin,
  openSession,
  type Origin,
  resetPassword,
} from "../users/service.ts";
import { deleteResetCode, takeTry, upsertResetCode } from "./sql.ts";

type Token = Reply<(typeof authRoutes)["POST /auth/login"]>;

/** Creates a player's account with an empty wallet; opens no session. Refuses `phone_taken`. */
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
 * Opens a session. Refuses `invalid_credentials`, after the same work for an unknown phone as for
 * a wrong password, and `account_deactivated`, only to somebody who knows the password.
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
  // Deactivated, or its password changed, since it was read.
  if (token === undefined) throw new Refusal("invalid_credentials");
  return toAnswer(token);
}

/** Ends this session, at once and on every process. */
export async function logOut({ sessions }: Context, user: SessionUser): Promise<undefined> {
  await sessions.ending(user.id, (tx) => closeSession(tx, user.id, user.session_id));
}

/** A new session in place of this one, whose token has ended on every process when it answers. */
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
  return toAnswer(token);
}

const toAnswer = (access_token: string): Token => ({ access_token, token_type: "bearer" });

/**
 * Sends a reset code to the phone, if an account has it. Nobody waits for the message, and nobody
 * but its receiver learns whether it was sent.
 */
export async function sendResetCode(
  { db, log, messages }: Context,
  sent: Body<(typeof authRoutes)["POST /auth/forgot-password"]>,
): Promise<undefined> {
  const phone = parsePhone(sent.phone) ?? "";
  const account = await findLogin(db, phone);
  if (!account) return;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await transaction(db, (tx) =>
    upsertResetCode(tx, account.id, hashCode(account.id, code), RESET_CODE_MINUTES),
  );
  const text =
    `${code} is your Nishana code to set a new password. ` +
    `It works for ${RESET_CODE_MINUTES} minutes. Give it to nobody.`;
  messages.send(phone, text).catch((error: unknown) => {
    log.error({ err: error }, "a reset code could not be sent");
  });
}

/**
 * Sets a new password for whoever holds the code; every session of the account has ended, on every
 * process, when it answers. A code works once. Refuses `invalid_code`.
 */
export async function redeemResetCode(
  { db, sessions }: Context,
  { phone, code, new_password }: Body<(typeof authRoutes)["POST /auth/reset-password"]>,
): Promise<undefined> {
  const account = await findLogin(db, phone);
  if (!account) throw new Refusal("invalid_code");
  // Committed before the code is compared, so that a wrong try counts although it is refused.
  const kept = await transaction(db, (tx) => takeTry(tx, account.id, RESET_CODE_TRIES));
  const code_hash = hashCode(account.id, code);
  if (!kept || !timingSafeEqual(kept, code_hash)) throw new Refusal("invalid_code");
  const password_hash = await hashPassword(new_password);
  await sessions.ending(account.id, async (tx) => {
    if (!(await deleteResetCode(tx, account.id, code_hash))) throw new Refusal("invalid_code");
    await resetPassword(tx, account.id, password_hash);
  });
}

/** Enough for what lives ten minutes; the account's id keeps equal codes apart. */
const hashCode = (user_id: number, code: string): Buffer =>
  hash("sha256", `${user_id} ${code}`, "buffer");
