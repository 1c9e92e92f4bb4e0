import rateLimit, { normalizeIP, type RateLimitOptions } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { MAX_RESET_CODES, parsePhone, RESET_CODE_MINUTES } from "../../contract/auth/rules.ts";
import type { RouteKey } from "../../contract/table.ts";
import type { Context } from "../context.ts";
import { Refusal } from "../refusal.ts";
import { ipOf } from "./client-address.ts";

/** Counts a request against the rate limits of its route; refuses `too_many_requests`. */
export type Limit = (request: FastifyRequest) => Promise<void>;

interface Rule {
  by: keyof typeof keys;
  max: number;
  minutes: number;
  /** Does not apply to addresses from which the phone's account has a session. */
  spares_owner?: true;
}

/**
 * Each server process counts separately, in memory. The first exceeded rule refuses, and later
 * rules do not count that request. The rule by address is the first of each route: an address over
 * its limit neither uses up the limit of a phone nor pushes the counters of others out of memory.
 */
const RULES: Partial<Record<RouteKey, Rule[]>> = {
  "POST /auth/login": [
    // A mobile carrier puts thousands of players behind one address; a login costs us 7 ms.
    { by: "address", max: 600, minutes: 1 },
    // Enough for an owner who forgot the password. It stops a guessing stranger, but nobody else.
    { by: "phone_and_address", max: 10, minutes: 10 },
    // Guesses from many addresses: at most 4,800 a day for one password. An attacker with many
    // addresses can exhaust this limit, so it does not apply to addresses known as the owner's.
    { by: "phone", max: 50, minutes: 15, spares_owner: true },
  ],
  "POST /auth/register": [
    // Enough for a counter that registers a queue of people, or for a carrier, but slow for bots.
    { by: "address", max: 200, minutes: 10 },
    // Repeated submissions of one form; after the first success the phone is taken.
    { by: "phone", max: 10, minutes: 10 },
  ],
  "POST /auth/forgot-password": [
    { by: "address", max: 60, minutes: 10 },
    // Each request sends an SMS that costs money; the last code that was sent remains valid.
    { by: "phone", max: MAX_RESET_CODES, minutes: RESET_CODE_MINUTES },
  ],
  "POST /auth/reset-password": [
    { by: "address", max: 200, minutes: 10 },
    // A code allows five tries, and three codes can be requested in this time.
    { by: "phone_and_address", max: 15, minutes: 10 },
  ],
  "POST /users/change-password": [
    // Stops somebody with another user's unlocked phone from guessing the old password, and bounds
    // the messages that changes send.
    { by: "user", max: 10, minutes: 10 },
  ],
};

/** The number of counters that each rule keeps; beyond it the least recently used are dropped. */
const MAX_COUNTERS = 50_000;

/** Registers the rate limiter; no limit applies before a route asks for its own. */
export async function registerRateLimiter(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false });
}

export function limitsOf(
  app: FastifyInstance,
  { config, sessions }: Pick<Context, "config" | "sessions">,
  key: string,
): Limit | undefined {
  const rules = config.rate_limit ? rulesOf(key) : [];
  if (rules.length === 0) return undefined;
  const limits = rules.map((rule) => ({ rule, count: app.createRateLimit(optionsOf(rule)) }));
  return async (request) => {
    for (const { rule, count } of limits) {
      const state = await count(request);
      if (state.isAllowed || !state.isExceeded) continue;
      if (rule.spares_owner && (await isKnown(sessions, request))) continue;
      throw new Refusal("too_many_requests", { seconds: state.ttlInSeconds });
    }
  };
}

const rulesOf = (key: string): Rule[] =>
  Object.entries(RULES).find(([name]) => name === key)?.[1] ?? [];

function optionsOf({ by, max, minutes }: Rule): RateLimitOptions {
  const timeWindow = minutes * 60_000;
  return { max, timeWindow, cache: MAX_COUNTERS, keyGenerator: keys[by] };
}

/** Whether the phone's account has a session from the address of this request. */
async function isKnown(sessions: Context["sessions"], request: FastifyRequest): Promise<boolean> {
  const known = await sessions.listAddresses(phoneOf(request));
  return known.map(networkOf).includes(addressOf(request));
}

/** An IPv6 client usually has a whole /64 network, so that counts as one address. */
const networkOf = (address: string): string => normalizeIP(address, 64);

/** The address that limits count; a whole network for IPv6. */
export const addressOf = (request: FastifyRequest): string => networkOf(ipOf(request));

/** The phone in its normal form, so that all spellings count as one; the body is validated. */
function phoneOf({ body }: FastifyRequest): string {
  const phone = typeof body === "object" && body && "phone" in body ? String(body.phone) : "";
  return parsePhone(phone) ?? phone.slice(0, 40);
}

const keys = {
  address: addressOf,
  phone: phoneOf,
  phone_and_address: (request: FastifyRequest) => `${phoneOf(request)} ${addressOf(request)}`,
  user: (request: FastifyRequest) => String(request.user?.id),
};
