import * as z from "zod/mini";
import { DaySent, Id, Instant, Rupees } from "../schemas.ts";
import { MAX_PLAYS, ORDER_STATUSES, ROUNDS } from "./rules.ts";

const NOT_WHOLE = "must be whole rupees";

const Ninety9 = z.int().check(z.gte(0), z.lte(99));
const Digit = z.int().check(z.gte(0), z.lte(9));
/**
 * Any whole number, even one that a double cannot hold exactly: the service checks the house's
 * limits and refuses with a code of their own. The registered type is for the JSON schema.
 */
const Stake = z
  .number({ error: ({ input }) => (input === undefined ? undefined : NOT_WHOLE) })
  .check(z.refine((rupees) => Number.isInteger(rupees), NOT_WHOLE))
  .register(z.globalRegistry, { type: "integer" });
const Round = z.enum(ROUNDS);
const absent = z.optional(z.null());

const onOneRound = <T extends string, N extends typeof Ninety9>(type: T, number: N) =>
  z.strictObject({
    type: z.literal(type),
    round: Round,
    number,
    amount: Stake,
    forecast_fr: absent,
    forecast_sr: absent,
  });

/** One play in a request. `amount` in whole rupees. */
export const PlayLine = z.discriminatedUnion("type", [
  onOneRound("direct", Ninety9),
  onOneRound("house", Digit),
  onOneRound("ending", Digit),
  z.strictObject({
    type: z.literal("forecast"),
    round: z.optional(z.nullable(z.literal("both"))),
    number: z.optional(z.unknown()),
    forecast_fr: Ninety9,
    forecast_sr: Ninety9,
    amount: Stake,
  }),
]);
export type PlayLine = z.output<typeof PlayLine>;

/** The registered limit is for the JSON schema: the service refuses more with a code of its own. */
export const NewOrder = z.strictObject({
  house_id: Id,
  play_date: DaySent,
  plays: z.array(PlayLine).register(z.globalRegistry, { maxItems: MAX_PLAYS }),
});

const settled = { amount: Rupees, rate: z.int(), won: z.nullable(Rupees) };
const NumberEntry = z.object({ number: z.int(), round: Round, ...settled });
const ForecastEntry = z.object({
  first: z.int(),
  second: z.int(),
  round: z.literal("both"),
  ...settled,
});

/** The plays of an order by bet type. `won` is null until settled, then the credited rupees. */
export const OrderNumbers = z.object({
  direct: z.array(NumberEntry),
  house: z.array(NumberEntry),
  ending: z.array(NumberEntry),
  forecast: z.array(ForecastEntry),
});
export type OrderNumbers = z.output<typeof OrderNumbers>;

export const OrderStatusName = z.enum(ORDER_STATUSES);

/**
 * An order. Amounts in rupees. It is pending and can be cancelled until `closes_at`, the closing of
 * its earliest round. `cancel_reason` is set if an admin voided it.
 */
export const Order = z.object({
  id: Id,
  house_id: Id,
  house_name: z.string(),
  play_date: z.string(),
  total_amount: Rupees,
  winning_amount: Rupees,
  status: OrderStatusName,
  closes_at: Instant,
  created_at: Instant,
  cancel_reason: z.nullable(z.string()),
  numbers: OrderNumbers,
});
export type Order = z.output<typeof Order>;

/** An order after its money was moved, with the new balance of the wallet. */
export const OrderWithBalance = z.extend(Order, { wallet_balance: Rupees });
export type OrderWithBalance = z.output<typeof OrderWithBalance>;

/** An order with its player, for admins. */
export const OrderForAdmin = z.extend(Order, {
  user: z.object({ id: Id, full_name: z.string(), phone: z.string() }),
});
export type OrderForAdmin = z.output<typeof OrderForAdmin>;
