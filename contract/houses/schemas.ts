import * as z from "zod/mini";
import { parseClockTime } from "../dates.ts";
import { Id, Instant, someText, textUpTo } from "../schemas.ts";
import {
  DEFAULT_MAX_PLAY,
  DEFAULT_MIN_PLAY,
  LARGEST_MAX_PLAY,
  MAX_HOUSE_NAME_LENGTH,
  MAX_LOCATION_LENGTH,
  MAX_TIME_LENGTH,
} from "./rules.ts";

const translation = z.optional(z.nullable(textUpTo(MAX_HOUSE_NAME_LENGTH)));

/** Names by language other than English; a missing one falls back to the English name. */
export const NameTranslations = z.strictObject({
  hi: translation,
  bn: translation,
  ne: translation,
  as: translation,
  kha: translation,
  hinglish: translation,
});

/** A house. `min_play` and `max_play` are whole rupees for one play. */
export const House = z.object({
  id: Id,
  name: z.string(),
  name_translations: NameTranslations,
  location: z.string(),
  first_round_time: z.string(),
  second_round_time: z.string(),
  min_play: z.int(),
  max_play: z.int(),
  is_active: z.boolean(),
});
export type House = z.output<typeof House>;

const ClockTime = z.string().check(
  z.trim(),
  z.refine((text) => parseClockTime(text) !== undefined, "invalid_clock_time"),
  z.maxLength(MAX_TIME_LENGTH),
);
const Limit = z.int().check(z.gte(1), z.lte(LARGEST_MAX_PLAY));

export const NewHouse = z.strictObject({
  name: someText(MAX_HOUSE_NAME_LENGTH),
  name_translations: z._default(NameTranslations, {}),
  location: someText(MAX_LOCATION_LENGTH),
  first_round_time: ClockTime,
  second_round_time: ClockTime,
  min_play: z._default(Limit, DEFAULT_MIN_PLAY),
  max_play: z._default(Limit, DEFAULT_MAX_PLAY),
  is_active: z._default(z.boolean(), true),
});

/**
 * Every field is optional (the status toggle sends only `is_active`), and so is the name in each
 * language; null removes that name.
 */
export const HouseChanges = z.strictObject({
  name: z.optional(someText(MAX_HOUSE_NAME_LENGTH)),
  name_translations: z.optional(NameTranslations),
  location: z.optional(someText(MAX_LOCATION_LENGTH)),
  first_round_time: z.optional(ClockTime),
  second_round_time: z.optional(ClockTime),
  min_play: z.optional(Limit),
  max_play: z.optional(Limit),
  is_active: z.optional(z.boolean()),
});

const RoundState = z.object({ open: z.boolean(), closes_at: Instant });

/** Whether a house accepts plays for a day, by the database's clock. */
export const CanPlay = z.object({
  can_play: z.boolean(),
  server_time: Instant,
  first_round: RoundState,
  second_round: RoundState,
});
