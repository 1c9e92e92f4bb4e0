import { addDays } from "../../contract/dates.ts";
import { BET_TYPES, numbersOf, type Round, ROUNDS } from "../../contract/orders/rules.ts";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { decide, requestDeposit, requestWithdrawal } from "./payments.ts";
import { FIRST_NAMES, LAST_NAMES } from "./people.ts";
import type { Random } from "./random.ts";
import type { DemoPlayer, Stage } from "./stage.ts";

interface Span {
  first_day: string;
  today: string;
  /** The phones of the active players who have joined already. */
  joined: readonly string[];
}

const PLAYERS_A_DAY = 2;
const DEPOSITS_LEFT = 4;
const WITHDRAWALS_LEFT = 2;
const MESSAGE =
  "Deposits are approved between 9 AM and 9 PM. A screenshot of your payment makes it quicker.";
const STAKES = [10, 10, 20, 20, 50, 100] as const;

/**
 * Generates the days from the first one to today. Players join and act through the API, and so does
 * an admin: deposits and their approval, orders, cancellations, withdrawals, results, an agent, a
 * deactivated player, a message. Some payment requests, and a result of today if its round is over,
 * are left for the operator. Returns the players' phones.
 */
export async function playDemo(stage: Stage, { first_day, today, joined }: Span) {
  const players: DemoPlayer[] = joined.map((phone) => ({ phone, token: "" }));
  stage.print(`Playing from ${first_day} to today with ${stage.houses.length} houses.`);
  for (let day = first_day; day <= today; day = addDays(day, 1)) {
    await playDay(stage, players, day, day === today ? 1 : 0);
    stage.print(`  ${day}  ${players.length} players`);
  }
  await leaveRequests(stage, players);
  await manageAccounts(stage, players);
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

/** Leaves some payment requests pending for the operator; every other deposit has a screenshot. */
async function leaveRequests(stage: Stage, players: DemoPlayer[]): Promise<void> {
  for (const [index, { token }] of players.slice(-DEPOSITS_LEFT).entries()) {
    await requestDeposit(stage, token, index % 2);
  }
  let left = WITHDRAWALS_LEFT;
  for (const player of players) {
    if (left > 0 && (await requestWithdrawal(stage, player))) left -= 1;
  }
}

/**
 * Makes a player an agent and deactivates another, unless an earlier run did, and sends a message
 * to everybody. Both accounts are among the newest, on the first page of users. The message is the
 * last call, so a run that is continued has not sent it.
 */
async function manageAccounts(stage: Stage, players: DemoPlayer[]): Promise<void> {
  const { api, admin } = stage;
  const as = await logIn(stage, admin.phone, admin.password);
  const users = (await api("GET /admin/users", { as }))?.users ?? [];
  const phones = new Set(players.slice(0, -DEPOSITS_LEFT).map(({ phone }) => phone));
  const [agent, leaver] = users.filter(({ phone }) => phones.has(phone));
  if (agent && users.every(({ role }) => role !== "agent")) {
    await api("PUT /admin/users/{id}/role", { as, id: agent.id, body: { role: "agent" } });
  }
  if (leaver && users.every(({ is_active }) => is_active)) {
    await api("PUT /admin/users/{id}/status", { as, id: leaver.id, body: { is_active: false } });
  }
  const body = { message: MESSAGE, target: "all" } as const;
  await api("POST /admin/broadcast", { as, body });
}
