import * as z from "zod/mini";
import { dayOf, isDaySent } from "./dates.ts";
import { LANGUAGES } from "./languages.ts";
import { parseSentRupees } from "./money.ts";
import { MAX_REASON_LENGTH, POSITIVE_INTEGER } from "./rules.ts";

/** Schemas that several domains share. */

/** An identifier: a positive integer that a double holds exactly. */
export const Id = z.int().check(z.gte(1));

/**
 * Describes a whole number in a query, a path or a form in the API document: as an integer with
 * bounds instead of a text with a pattern.
 */
const asInteger = { type: "integer", pattern: undefined };

/** An identifier in a query or a form. */
export const IdText = z.pipe(
  z
    .string()
    .check(z.regex(POSITIVE_INTEGER, "must be a whole number from 1, of at most 15 digits"))
    .register(z.globalRegistry, { ...asInteger, minimum: 1 }),
  z.transform(Number),
);

/**
 * An identifier in a path. A number that is not a valid id becomes 0, which no row has, so that it
 * is refused as not found.
 */
const IdInPath = z.pipe(
  z.string().check(z.regex(/^\d+$/, "must be a whole number")),
  z.transform((text) => (POSITIVE_INTEGER.test(text) ? Number(text) : 0)),
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

/** The part of a query that asks for a page by its place: `fallback` rows unless it says. */
export const paged = (fallback: number) => ({
  limit: countText(1, 100, fallback),
  skip: countText(0, 1_000_000, 0),
});

/** The part of a query that asks for rows, newest first, that are older than the one `before`. */
export const olderThan = (fallback: number) => ({
  limit: countText(1, 100, fallback),
  before: z.optional(IdText),
});

/**
 * A day in a request: `yyyy-MM-dd`, optionally with `T00:00:00`. The pattern states the range of
 * years in the JSON schema.
 */
export const DaySent = z
  .string()
  .check(z.refine(isDaySent, "must be a date such as 2026-01-31"))
  .register(z.globalRegistry, { format: "date", pattern: "^2[01]" });

/** The same; the handler receives `yyyy-MM-dd`. */
export const Day = z.pipe(DaySent, z.transform(dayOf));

/** An instant: ISO 8601 with offset or Z. */
export const Instant = z.string();

/** An instant in a request. */
export const InstantSent = z.iso.datetime({
  offset: true,
  error: "must be an instant such as 2026-01-31T15:00:00Z",
});

/** An amount in JSON: rupees with at most two decimals. */
export const Rupees = z.number();

export const NOT_RUPEES = "must be rupees with at most two decimals";

/**
 * An amount in a request, in rupees; the handler receives paise. Negative and huge amounts are
 * accepted here: the handler refuses them with the limits of its call. The JSON schema cannot state
 * the decimals: with `multipleOf: 0.01` validators refuse ₹4.35.
 */
export const RupeesSent = z.pipe(
  z.number().check(z.refine((rupees) => parseSentRupees(rupees) !== undefined, NOT_RUPEES)),
  z.transform((rupees) => parseSentRupees(rupees) ?? 0),
);

/**
 * Text of one line. PostgreSQL cannot store a NUL or half a surrogate pair, and people do not need
 * the other control characters. Characters that override the text direction could make an admin
 * misread a name and the text next to it; right-to-left letters do not need them.
 */
export const WITHOUT_CONTROLS = /^[^\p{Cc}\u2028-\u202e\u2066-\u2069\p{Surrogate}]*$/u;

export const noControls = z.refine<string>(
  (text) => WITHOUT_CONTROLS.test(text),
  "must not hold control characters",
);

/**
 * Trimmed, with every run of blanks as one space, as screens show it; pasted tabs and line breaks
 * are blanks too. A text of only invisible characters becomes empty; other texts keep theirs,
 * because words in Indian scripts may begin or end with a zero-width character.
 */
export const lineOf = (text: string): string =>
  /[^\s\p{Cf}]/u.test(text) ? text.trim().replace(/\s+/gu, " ") : "";

export const oneLine = z.overwrite<string>(lineOf);

/** A required text: `missing` is the refusal when it is absent; other types are named as such. */
export const givenText = (missing: string) =>
  z.string({ error: ({ input }) => (input == null ? missing : undefined) });

/** A maximum length with an explicit message, for schemas whose other messages are error codes. */
export const atMost = (most: number) => z.maxLength(most, `must have at most ${most} characters`);

/** Text written by people, as one line with a maximum length, without control characters. */
export const textUpTo = (most: number) => z.string().check(oneLine, z.maxLength(most), noControls);

/** The same, and not empty. */
export const someText = (most: number) =>
  z.string().check(oneLine, z.minLength(1, "must not be empty"), z.maxLength(most), noControls);

export const LanguageName = z.enum(LANGUAGES);

/** An admin's reason for a rejection or a voiding, shown to the player. */
export const Reason = z.strictObject({
  reason: givenText("reason_required").check(
    oneLine,
    z.minLength(1, "reason_required"),
    atMost(MAX_REASON_LENGTH),
    noControls,
  ),
});
