import { randomBytes, randomInt } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import { hashPassword } from "../users/password.ts";
import { createAccount, findLogin, isAdministered } from "../users/service.ts";

interface Credentials {
  phone: string;
  password: string;
}

/**
 * Creates the admin that the configuration names, if no account has that phone; warns if the
 * account that has it is not an active admin. When the configuration names none and the database
 * has no admin, creates one with a random password and returns its credentials, to be shown once.
 * Processes that start at the same time create only one.
 */
export async function ensureFirstAdmin(
  db: Db,
  { admin_phone: phone, admin_password }: Config,
  log: FastifyBaseLogger,
): Promise<Credentials | undefined> {
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('nishana.first_admin'))`.execute(tx);
    if (phone !== undefined && admin_password !== undefined) {
      const account = await findLogin(tx, phone);
      if (account === undefined) await createAdmin(tx, { phone, password: admin_password });
      else if (account.role !== "admin" || !account.is_active) log.warn(NOT_MADE_ADMIN);
      return undefined;
    }
    if (await isAdministered(tx)) return undefined;
    const password = randomBytes(12).toString("base64url");
    const generated = { phone: await findFreePhone(tx), password };
    await createAdmin(tx, generated);
    return generated;
  });
}

const NOT_MADE_ADMIN =
  "ADMIN_PHONE belongs to an account that is not an active admin, and stays as it is: " +
  "to create an admin, set it to a phone without an account";

async function createAdmin(tx: Tx, { phone, password }: Credentials): Promise<void> {
  await createAccount(tx, {
    full_name: "Admin",
    phone,
    email: null,
    language: "en",
    role: "admin",
    password_hash: await hashPassword(password),
  });
}

/** Prefers a phone that is easy to type, which is always free in a new database. */
async function findFreePhone(tx: Tx): Promise<string> {
  let phone = "9999999999";
  while (await findLogin(tx, phone)) phone = String(randomInt(6_000_000_000, 10_000_000_000));
  return phone;
}
