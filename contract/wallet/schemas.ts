import * as z from "zod/mini";
import { Id, Instant, Rupees } from "../schemas.ts";

/** The cause of a ledger row. A reversal takes back a win after its result was voided. */
export const TransactionType = z.enum([
  "deposit",
  "withdrawal",
  "play",
  "win",
  "refund",
  "reversal",
]);
export type TransactionType = z.output<typeof TransactionType>;

/**
 * One row of a player's statement. `amount` is signed; both amounts are in rupees. `id` is the
 * row's number in the wallet's own sequence, which starts at 1.
 */
export const Transaction = z.object({
  id: Id,
  type: TransactionType,
  description: z.string(),
  amount: Rupees,
  balance_after: Rupees,
  created_at: Instant,
  order_id: z.nullable(Id),
  payment_id: z.nullable(Id),
  house_name: z.nullable(z.string()),
  play_date: z.nullable(z.string()),
});
export type Transaction = z.output<typeof Transaction>;
