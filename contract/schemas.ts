import * as z from "zod/mini";
import { dayOf, isDaySent } from "./dates.ts";
import { LANGUAGES } from "./languages.ts";
import { parseSentRupees } from "./money.ts";

/** Shapes that several domains share. */

/** An identifier: a positive integer that a double holds exactly. */
export const Id = z.int().check(z.gte(1));

const ID = /^[1-9]\d{0,14}$/;

/**
 * A whole number where everything arrives as text, as the API document has it: a number with its
 * bounds, not the pattern of its text.
 */
const asInteger = { type: "integer", pattern: undefined };

/** An identifier in a query or a form. */
export const IdText = z.pipe(
  z
    .string()
    .check(z.regex(ID, "must be a whole number from 1, of at most 15 digits"))
    .register(z.globalRegistry, { ...asInteger, minimum: 1 }),
  z.transform(Number),
);

/**
 * An identifier in a path. A number that no row can have is not found like any other that no row
 * has: it arrives as 0, since rows are counted from 1.
 */
const IdInPath = z.pipe(
  z.string().check(z.regex(/^\d+$/, "must be a whole number")),
  z.transform((text) => (ID.test(text) ? Number(text) : 0)),
);

export const IdParams = z.strictObject({ id: IdInPath });

/** A whole number in a query, within bounds, with a default. */
export const countText = (least: number, most: number, fallback: number) =>
  z._default(
    z.pipe(
      z.pipe(
        z
          .string()
          .check(z.regex(/^-?\d{1,15}$/, "must be a whole number"))
          .register(z.globalRegistry, {
            ...asInteger,
            minimum: least,
            maximum: most,
            default: fallback,
            description: `from ${least} to ${most}; ${fallback} when absent`,
          }),
        z.transform(Number),
      ),
      z.int().check(z.gte(least), z.lte(most)),
    ),
    fallback,
  );

/** A day as it is sent: `yyyy-MM-dd`, to which a request may add `T00:00:00`. */
export const DaySent = z
  .string()
  .check(z.refine(isDaySent, "must be a date such as 2026-01-31"))
  .register(z.globalRegistry, { format: "date" });

/** The same; the handler receives `yyyy-MM-dd`. */
export const Day = z.pipe(DaySent, z.transform(dayOf));

/** An instant: ISO 8601 with offset or Z. */
export const Instant = z.string();

/** An amount on the wire: rupees with at most two decimals. */
export const Rupees = z.number();

/**
 * An amount that a request gives in rupees; the handler receives paise. It may be less than
 * nothing, or as much as there is: the handler refuses it by the limits of what it is for.
 */
export const RupeesSent = z.pipe(
  z
    .number()
    .check(
      z.refine(
        (rupees) => parseSentRupees(rupees) !== undefined,
        "must be rupees with at most two decimals",
      ),
    ),
  z.transform((rupees) => parseSentRupees(rupees) ?? 0),
);

/**
 * A text of one line. PostgreSQL keeps no NUL and no half of a surrogate pair, and no sentence
 * needs the other control characters. Those that turn the direction of text around would have an
 * admin read a name, and what stands beside it, backwards; letters know their own direction.
 */
export const WITHOUT_CONTROLS = /^[^\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069\p{Surrogate}]*$/u;

export const noControls = z.refine<string>(
  (text) => WITHOUT_CONTROLS.test(text),
  "must not hold control characters",
);

/**
 * Trims; of a text that shows nothing it leaves nothing. Characters without width make no name by
 * themselves, while words of Indian scripts may begin or end with one.
 */
export const trimmed = z.overwrite<string>((text) =>
  /[^\s\p{Cf}]/u.test(text) ? text.trim() : "",
);

/** For a text whose other faults have a refusal of their own. */
export const atMost = (most: number) => z.maxLength(most, `must have at most ${most} characters`);

/** Text of people: trimmed, at most that many characters, without control characters. */
export const textUpTo = (most: number) => z.string().check(trimmed, z.maxLength(most), noControls);

/** The same, and not empty. */
export const someText = (most: number) =>
  z.string().check(trimmed, z.minLength(1, "must not be empty"), z.maxLength(most), noControls);

export const LanguageName = z.enum(LANGUAGES);

/** Why an admin refuses or takes back something of a player, who reads it. */
export const Reason = z.strictObject({
  reason: z
    .string("reason_required")
    .check(trimmed, z.minLength(1, "reason_required"), atMost(300), noControls),
});
