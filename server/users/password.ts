import { hash, verify } from "@node-rs/argon2";

/** Argon2id, the library's default, with the parameters that OWASP recommends: 6.6 ms a hash. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody knows. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$ORUzRaAziSBcJuaaeE3klQ$lH9kRGY1GN+AvOe7OVqAtySFEquNrXd75oxWzNWqzRw";

/** Off the main thread. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * Whether the password is that of the hash. Without a hash the answer is no, after the same work,
 * so that the time tells nobody whether an account exists.
 */
export async function isPassword(
  password: string,
  password_hash: string | undefined,
): Promise<boolean> {
  const is_right = await verify(password_hash ?? NOBODYS_HASH, password);
  return is_right && password_hash !== undefined;
}
