import pg from "pg";
import type { ErrorCode } from "../../contract/errors.ts";
import { Refusal, refusalAt } from "../refusal.ts";

/**
 * The refusal for each violated constraint, and the field at fault if the code leaves it open.
 * Services insert and let the database decide.
 */
const refusals = new Map<string, readonly [code: ErrorCode, field?: string]>([
  ["users_phone_key", ["phone_taken"]],
  ["wallets_balance_not_negative", ["insufficient_balance"]],
  ["houses_name_once", ["house_name_taken"]],
  ["draws_house_id_fkey", ["house_in_use"]],
  ["results_house_id_fkey", ["house_in_use"]],
  ["results_first_round_once", ["round_has_result", "first_round"]],
  ["results_second_round_once", ["round_has_result", "second_round"]],
  ["payments_reference_once", ["reference_used"]],
]);

/** A NUL in text or JSON, which PostgreSQL cannot store. Only a request can contain one. */
const NUL_IN_TEXT = new Set(["22021", "22P05"]);

/** The refusal that a database error means, if any. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (NUL_IN_TEXT.has(error.code ?? "")) {
    return new Refusal("invalid_input", { problem: "text must not hold NUL characters" });
  }
  const [code, field] = refusals.get(error.constraint ?? "") ?? [];
  if (code === undefined) return undefined;
  return field === undefined ? new Refusal(code) : refusalAt(field, code);
}
