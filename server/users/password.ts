import { hash, verify } from "@node-rs/argon2";

/** OWASP's recommended parameters for Argon2id, the library's default: 6.6 ms a hash. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody knows. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$ORUzRaAziSBcJuaaeE3klQ$lH9kRGY1GN+AvOe7OVqAtySFEquNrXd75oxWzNWqzRw";

/** Hashes off the main thread. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * Whether a password matches a hash. Without a hash it returns false after the same work, so that
 * the time does not reveal whether an account exists.
 */
export async function isPassword(
  password: string,
  password_hash: string | undefined,
): Promise<boolean> {
  const is_right = await verify(password_hash ?? NOBODYS_HASH, password);
  return is_right && password_hash !== undefined;
}
