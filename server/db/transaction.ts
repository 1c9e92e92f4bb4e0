import { setTimeout as wait } from "node:timers/promises";
import { codeOf } from "../error-code.ts";
import type { Db, Tx } from "./database.ts";
import { refusalOf } from "./constraints.ts";

/** Serialization failure and deadlock. */
const RETRYABLE = new Set(["40001", "40P01"]);
const MAX_TRIES = 3;
const JITTER_MS = 20;

/**
 * Runs the work in one READ COMMITTED transaction; commits when it returns, rolls back when it
 * throws. Retries after a serialization failure or deadlock. Throws a violated constraint as its
 * refusal, if it has one (constraints.ts).
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await retryTransient(() => db.transaction().execute(work));
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** Runs the work, at most three times, with jitter, while it fails with a retryable error. */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= MAX_TRIES || !RETRYABLE.has(codeOf(error))) throw error;
      await wait(Math.random() * JITTER_MS * tries);
    }
  }
}
