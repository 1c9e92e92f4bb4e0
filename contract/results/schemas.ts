import * as z from "zod/mini";
import { NameTranslations } from "../houses/schemas.ts";
import { Day, Id, Instant, Rupees } from "../schemas.ts";

/** A round's number, or null while it is not announced. */
export const RoundNumber = z.nullable(z.int().check(z.gte(0), z.lte(99)));

/**
 * How far the settlement of a published result has come; null until its orders are counted. `paid`
 * in rupees. For admins.
 */
export const SettlementProgress = z.object({
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
 * Fields of a result, each by itself optional. In an edit what is absent stays, and null takes a
 * number away; of a result that is published, what is absent was not looked at.
 */
export const ResultFields = z.strictObject({
  house_id: z.optional(Id),
  date: z.optional(Day),
  first_round: z.optional(RoundNumber),
  second_round: z.optional(RoundNumber),
});
export type ResultFields = z.output<typeof ResultFields>;
