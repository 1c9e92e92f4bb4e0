import { hash, verify } from "@node-rs/argon2";
import { fewAtOnce } from "../few-at-once.ts";
import { Refusal } from "../refusal.ts";

/** OWASP's recommended parameters for Argon2id, the library's default: 6.6 ms a hash. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody knows. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$ORUzRaAziSBcJuaaeE3klQ$lH9kRGY1GN+AvOe7OVqAtySFEquNrXd75oxWzNWqzRw";

/**
 * A hash takes a core and a thread of Node's pool, which files are read by too. When many people
 * logged in, hashing four at a time delayed orders by a second and pages by twenty (041).
 */
const hashing = fewAtOnce({ at_once: 1, max_waiting: 300 });

/**
 * Refuses `busy` while too many hashes wait, before a request's body is read and before it counts
 * for a rate limit.
 */
export function refuseWhileHashing(): void {
  if (hashing.is_full) throw new Refusal("busy");
}

/** Hashes off the main thread. Refuses `busy` when too many hashes wait. */
export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(password, COST));

/**
 * Whether a password matches a hash. Without a hash it returns false after the same work, so that
 * the time does not reveal whether an account exists. Refuses `busy` when too many hashes wait.
 */
export async function isPassword(
  password: string,
  password_hash: string | undefined,
): Promise<boolean> {
  const is_right = await hashing.run(() => verify(password_hash ?? NOBODYS_HASH, password));
  return is_right && password_hash !== undefined;
}
