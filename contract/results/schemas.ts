import * as z from "zod/mini";
import { NameTranslations } from "../houses/schemas.ts";
import { Day, Id, Instant, Rupees } from "../schemas.ts";

/** The number of a round, or null if it is not published. */
export const RoundNumber = z.nullable(z.int().check(z.gte(0), z.lte(99)));

/**
 * The progress of a published result's settlement, for admins; null until its orders are counted.
 * `paid` in rupees.
 */
const SettlementProgress = z.object({
  is_complete: z.boolean(),
  settled_orders: z.int(),
  total_orders: z.int(),
  winners: z.int(),
  paid: Rupees,
});

export const Result = z.object({
  id: Id,
  house_id: Id,
  house_name: z.string(),
  date: z.string(),
  first_round: RoundNumber,
  second_round: RoundNumber,
  is_published: z.boolean(),
  published_at: z.nullable(Instant),
  created_at: Instant,
  settlement: z.nullable(SettlementProgress),
});
export type Result = z.output<typeof Result>;

export const LatestResult = z.object({
  house: z.object({ id: Id, name: z.string(), name_translations: NameTranslations }),
  result: z.nullable(
    z.object({ date: z.string(), first_round: RoundNumber, second_round: RoundNumber }),
  ),
});
export type LatestResult = z.output<typeof LatestResult>;

/** `player` is a masked phone; `amount` in rupees. */
export const TopWin = z.object({
  player: z.string(),
  house_id: Id,
  house_name: z.string(),
  amount: Rupees,
  date: z.string(),
});
export type TopWin = z.output<typeof TopWin>;

export const TopWinReply = z.object({ win: z.nullable(TopWin) });

export const NewResult = z.strictObject({
  house_id: Id,
  date: Day,
  first_round: z._default(RoundNumber, null),
  second_round: z._default(RoundNumber, null),
});

/**
 * Fields of a result, all optional. In an edit, a missing field is unchanged and null removes a
 * number. When a result is published, a missing field means that the admin has not seen its value.
 */
export const ResultFields = z.strictObject({
  house_id: z.optional(Id),
  date: z.optional(Day),
  first_round: z.optional(RoundNumber),
  second_round: z.optional(RoundNumber),
});
export type ResultFields = z.output<typeof ResultFields>;
