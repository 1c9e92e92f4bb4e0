import pg from "pg";
import type { ErrorCode } from "../../contract/errors.ts";
import { Refusal } from "../refusal.ts";

/** The refusal for each violated constraint; services insert and let the database decide. */
const refusals = new Map<string, ErrorCode>([
  ["users_phone_key", "phone_taken"],
  ["wallets_balance_not_negative", "insufficient_balance"],
  ["draws_house_id_fkey", "house_in_use"],
  ["results_house_id_fkey", "house_in_use"],
  ["results_first_round_once", "round_has_result"],
  ["results_second_round_once", "round_has_result"],
  ["payments_reference_once", "reference_used"],
]);

/** A NUL in text or JSON, which PostgreSQL cannot store. Only a request can contain one. */
const NUL_IN_TEXT = new Set(["22021", "22P05"]);

/** The refusal that a database error means, if any. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (NUL_IN_TEXT.has(error.code ?? "")) {
    return new Refusal("invalid_input", { problem: "text must not hold NUL characters" });
  }
  const code = refusals.get(error.constraint ?? "");
  return code && new Refusal(code);
}
