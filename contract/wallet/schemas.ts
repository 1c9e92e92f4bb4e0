import * as z from "zod/mini";
import { Id, Instant, Rupees } from "../schemas.ts";

/** What moved the money. A reversal takes back the win of a result that was voided. */
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
 * One row of a player's statement. `amount` is signed; both amounts in rupees. `id` is the place
 * in the wallet's own sequence, 1 being its first movement.
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
