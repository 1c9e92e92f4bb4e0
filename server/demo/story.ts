import { addDays } from "../../contract/dates.ts";
import type { House } from "../../contract/houses/schemas.ts";
import { BET_TYPES, numbersOf, type Round, ROUNDS } from "../../contract/orders/rules.ts";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import type { PaymentKind } from "../../contract/payments/rules.ts";
import type { Api } from "./api.ts";
import { FIRST_NAMES, LAST_NAMES } from "./people.ts";
import type { Random } from "./random.ts";

interface Stage {
  api: Api;
  random: Random;
  /**
   * Moves the product's clock forward to a time of a day in India. Returns false, and moves
   * nothing, when that instant is still in the future.
   */
  moveTo(day: string, time: string): Promise<boolean>;
  /** Creates a player with the demo's password and returns the phone. */
  join(full_name: string): Promise<string>;
  admin: { phone: string; password: string };
  /** The password of every demo player. */
  password: string;
  houses: readonly [House, ...House[]];
  /** Prints a progress message. */
  print: (line: string) => void;
}

interface Span {
  first_day: string;
  today: string;
  /** The phones of the players who have joined already. */
  joined: readonly string[];
}

interface DemoPlayer {
  phone: string;
  token: string;
}

const PLAYERS_A_DAY = 2;
const DEPOSITS_LEFT = 4;
const WITHDRAWALS_LEFT = 2;
const STAKES = [10, 10, 20, 20, 50, 100] as const;

/**
 * Generates the days from the first one to today. Players join and act through the API, and so does
 * an admin: deposits and their approval, orders, cancellations, withdrawals, results. Some payment
 * requests, and a result of today if its round is over, are left for the operator. Returns the
 * players' phones.
 */
export async function playDemo(stage: Stage, { first_day, today, joined }: Span) {
  const players: DemoPlayer[] = joined.map((phone) => ({ phone, token: "" }));
  stage.print(`Playing from ${first_day} to today with ${stage.houses.length} houses.`);
  for (let day = first_day; day <= today; day = addDays(day, 1)) {
    await playDay(stage, players, day, day === today ? 1 : 0);
    stage.print(`  ${day}  ${players.length} players`);
  }
  await leaveRequests(stage, players);
  return players.map(({ phone }) => phone);
}

/** `left` is the number of results of the first round that are entered but not published. */
async function playDay(stage: Stage, players: DemoPlayer[], day: string, left: number) {
  if (!(await stage.moveTo(day, "09:00"))) return;
  const token = await logIn(stage, stage.admin.phone, stage.admin.password);
  await welcome(stage, players, token);
  if (!(await stage.moveTo(day, "12:00"))) return;
  for (const player of players) await playRound(stage, player, day);
  if (!(await stage.moveTo(day, "17:00"))) return;
  await publishRound(stage, token, day, "first", left);
  if (!(await stage.moveTo(day, "20:30"))) return;
  await publishRound(stage, token, day, "second");
  await decideWithdrawals(stage, players, token);
}

async function welcome(stage: Stage, players: DemoPlayer[], admin: string): Promise<void> {
  for (const player of players) player.token = await logIn(stage, player.phone, stage.password);
  for (let count = 0; count < PLAYERS_A_DAY; count += 1) players.push(await welcomeOne(stage));
  for (const { token } of players) {
    if (stage.random.chance(0.25)) await requestDeposit(stage, token);
  }
  await decide(stage, admin, "deposit");
}

async function welcomeOne(stage: Stage): Promise<DemoPlayer> {
  const { random, password } = stage;
  const phone = await stage.join(`${random.oneOf(FIRST_NAMES)} ${random.oneOf(LAST_NAMES)}`);
  const token = await logIn(stage, phone, password);
  await requestDeposit(stage, token);
  return { phone, token };
}

async function logIn({ api }: Stage, phone: string, password: string): Promise<string> {
  const session = await api("POST /auth/login", { body: { phone, password } });
  if (!session) throw new Error("an account of the demo logs in");
  return session.access_token;
}

/** Requests a deposit by a random method; does nothing when the operator has disabled them all. */
async function requestDeposit({ api, random }: Stage, token: string): Promise<void> {
  const methods = await api("GET /wallet/payment-methods", { as: token });
  const [first, ...others] = methods?.deposit_methods ?? [];
  if (!first) return;
  await api("POST /wallet/deposit", {
    as: token,
    form: {
      amount: String(500 * (1 + random.below(6))),
      payment_method: String(random.oneOf([first, ...others]).id),
      reference: String(100_000_000_000 + random.below(900_000_000_000)),
    },
  });
}

async function playRound(stage: Stage, { token }: DemoPlayer, day: string): Promise<void> {
  const { api, random, houses } = stage;
  if (random.chance(0.4)) return;
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const plays = Array.from({ length: 1 + random.below(5) }, () => aPlay(random));
    const order = await api("POST /orders/play", {
      as: token,
      body: { house_id: random.oneOf(houses).id, play_date: day, plays },
    });
    if (order && random.chance(0.04)) {
      await api("POST /orders/{id}/cancel", { as: token, id: order.id });
    }
  }
}

function aPlay(random: Random): PlayLine {
  const type = random.oneOf(BET_TYPES);
  const amount = random.oneOf(STAKES);
  if (type === "forecast") {
    return { type, forecast_fr: random.below(100), forecast_sr: random.below(100), amount };
  }
  return { type, round: random.oneOf(ROUNDS), number: random.below(numbersOf(type)), amount };
}

async function publishRound(
  stage: Stage,
  admin: string,
  date: string,
  round: Round,
  left = 0,
): Promise<void> {
  for (const [index, { id: house_id }] of stage.houses.entries()) {
    const number = stage.random.below(100);
    const result = await stage.api("POST /results", {
      as: admin,
      body: { house_id, date, [`${round}_round`]: number },
    });
    const is_left = index >= stage.houses.length - left;
    if (result && !is_left)
      await stage.api("POST /results/{id}/publish", { as: admin, id: result.id });
  }
}

async function decideWithdrawals(stage: Stage, players: DemoPlayer[], admin: string) {
  for (const player of players) {
    if (stage.random.chance(0.06)) await requestWithdrawal(stage, player);
  }
  await decide(stage, admin, "withdrawal");
}

/** Returns undefined when the player's balance is too low. */
const requestWithdrawal = ({ api, random }: Stage, { phone, token }: DemoPlayer) =>
  api("POST /wallet/withdraw", {
    as: token,
    body: {
      amount: 100 * (1 + random.below(5)),
      account_details: { account_type: "upi", upi_id: `${phone}@okdemo` },
    },
  });

/** Leaves some payment requests pending for the operator. */
async function leaveRequests(stage: Stage, players: DemoPlayer[]): Promise<void> {
  for (const { token } of players.slice(-DEPOSITS_LEFT)) await requestDeposit(stage, token);
  let left = WITHDRAWALS_LEFT;
  for (const player of players) {
    if (left > 0 && (await requestWithdrawal(stage, player))) left -= 1;
  }
}

/** Approves most pending requests of a kind, rejects some and leaves a few pending. */
async function decide({ api, random }: Stage, admin: string, kind: PaymentKind) {
  const queue = await api("GET /admin/payments", { as: admin });
  for (const payment of queue?.payments ?? []) {
    if (payment.kind !== kind || payment.status !== "pending" || random.chance(0.03)) continue;
    if (random.chance(0.06)) {
      const body = { reason: "The transaction number was not found" };
      await api("POST /admin/payments/{id}/reject", { as: admin, id: payment.id, body });
    } else {
      await api("POST /admin/payments/{id}/approve", { as: admin, id: payment.id });
    }
  }
}
