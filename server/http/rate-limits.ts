import rateLimit, { normalizeIP, type RateLimitOptions } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parsePhone } from "../../contract/auth/rules.ts";
import type { RouteKey } from "../../contract/table.ts";
import type { Context } from "../context.ts";
import { Refusal } from "../refusal.ts";

/** Counts a call against the limits of its route; refuses `too_many_requests`. */
export type Limit = (request: FastifyRequest) => Promise<void>;

interface Rule {
  by: keyof typeof keys;
  max: number;
  minutes: number;
  /** Does not hold addresses from which the phone's account has a session. */
  spares_owner?: true;
}

/**
 * Counted by each server process for itself, in its memory. The first rule that is broken refuses,
 * and those after it do not count that call: so whoever has used up an address uses up no phone.
 */
const RULES: Partial<Record<RouteKey, Rule[]>> = {
  "POST /auth/login": [
    // Somebody who tries to remember; a stranger who guesses stops here, and stops nobody else.
    { by: "phone_and_address", max: 10, minutes: 10 },
    // A mobile carrier puts thousands of players behind one address; a try costs us 7 ms.
    { by: "address", max: 600, minutes: 1 },
    // Guesses from many addresses: at most 4,800 a day at one password. A stranger with many
    // addresses can use this up, which must not keep out the owner where he is known.
    { by: "phone", max: 50, minutes: 15, spares_owner: true },
  ],
  "POST /auth/register": [
    // A counter that signs up a queue of people, or a carrier; made-up accounts come slowly.
    { by: "address", max: 200, minutes: 10 },
    // A form that is sent again and again; the number is taken after the first success.
    { by: "phone", max: 10, minutes: 10 },
  ],
  "POST /auth/forgot-password": [
    { by: "address", max: 60, minutes: 10 },
    // Each one is a message that costs money and rings a phone; the last code sent goes on working.
    { by: "phone", max: 3, minutes: 10 },
  ],
  "POST /auth/reset-password": [
    // A code allows five tries by itself; three codes can come in this time.
    { by: "phone_and_address", max: 15, minutes: 10 },
    { by: "address", max: 200, minutes: 10 },
  ],
  "POST /users/change-password": [
    // Somebody with another's unlocked phone who guesses the old password.
    { by: "user", max: 10, minutes: 10 },
  ],
};

/** The counters that each rule keeps; the least used ones are dropped beyond this. */
const MOST_COUNTERS = 50_000;

/** Makes limits possible; none is on before a route asks for its own. */
export async function countRequests(app: FastifyInstance): Promise<void> {
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
  return { max, timeWindow, cache: MOST_COUNTERS, keyGenerator: keys[by] };
}

/** Whether the phone's account has a session from where this comes. */
async function isKnown(sessions: Context["sessions"], request: FastifyRequest): Promise<boolean> {
  const known = await sessions.listAddresses(phoneOf(request));
  return known.map(networkOf).includes(addressOf(request));
}

/** An IPv6 caller owns a whole /64, so that is one address here. */
const networkOf = (address: string): string => normalizeIP(address, 64);

const addressOf = (request: FastifyRequest): string => networkOf(request.ip);

/** However it is written, it is one phone; the body has been checked. */
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
