import { expect } from "vitest";
import { addDays, dayInIndia } from "../../../contract/dates.ts";
import { stopClock } from "../../db/clock.ts";
import type { Db } from "../../db/database.ts";
import { expectBooksToBalance } from "../../testing/books.ts";
import { aHouse, aPlayer, type Player } from "../../testing/makers.ts";
import { prepare, type RunState } from "./actions.ts";
import { type ClockCommand, type Command, PLAYERS, type Run } from "./commands.ts";
import { expectInOrder, explain } from "./explain.ts";
import { closing, HOUSES, MAX_PLAY, MIN_PLAY } from "./time.ts";
import { observe, type View, viewOf } from "./view.ts";

const BALANCE = 2_000;

/** Runs all steps on the product and in the model, which must agree after each step. */
export async function expectRunLikeModel(
  processes: RunState["processes"],
  books: Db,
  admin: Player,
  run: Run,
): Promise<void> {
  const state = await setUp(processes, admin, run.base);
  for (const step of run.steps) {
    if (Array.isArray(step)) await sendAll(state, step);
    else await moveClock(state, step);
    await expectBooksToBalance(books);
  }
}

async function setUp(
  processes: RunState["processes"],
  admin: Player,
  base: string,
): Promise<RunState> {
  const [{ db }] = processes;
  const now = Date.parse(`${base}T13:00:00+05:30`);
  await stopClock(db, new Date(now).toISOString());
  const players: Player[] = [];
  for (let n = 0; n < PLAYERS; n += 1) players.push(await aPlayer(db, { balance: BALANCE }));
  const houses = await Promise.all(
    HOUSES.map(({ first_round_time, second_round_time }) =>
      aHouse(db, { first_round_time, second_round_time, min_play: MIN_PLAY, max_play: MAX_PLAY }),
    ),
  );
  const wallets = players.map(() => ({
    balance: BALANCE,
    owed: 0,
    statement: [["deposit", BALANCE] as const],
  }));
  return {
    processes,
    admin,
    players,
    houses,
    ids: { players: players.map(({ id }) => id), orders: new Map(), payments: new Map() },
    results: new Map(),
    requests: [],
    world: { now, wallets, orders: {}, payments: {}, results: {}, settlements: [], keys: {} },
  };
}

async function moveClock(state: RunState, { to }: ClockCommand): Promise<void> {
  const { world } = state;
  world.now = instantOf(world.now, to);
  await stopClock(state.processes[0].db, new Date(world.now).toISOString());
  expect(await observeProduct(state)).toEqual(viewOf(world));
}

function instantOf(now: number, to: ClockCommand["to"]): number {
  const today = dayInIndia(now);
  const days = [0, 1, 2].map((offset) => addDays(today, offset));
  if (to === "the next morning") return Date.parse(`${days[1]}T09:00:00+05:30`);
  const evenings = days.map((day) => Date.parse(`${day}T21:00:00+05:30`));
  const closings = days.flatMap((day) =>
    HOUSES.flatMap((_, house) => [closing(house, day, "first"), closing(house, day, "second")]),
  );
  const early = to === "just before a closing" ? 1 : 0;
  const instants = to === "the evening" ? evenings : closings.map((instant) => instant - early);
  return Math.min(...instants.filter((instant) => instant > now));
}

const observeProduct = ({ processes: [process], ids }: RunState): Promise<View> =>
  observe(process.context, ids);

/** Sends all commands at once, alternating between the processes, and explains the outcomes. */
async function sendAll(state: RunState, commands: Command[]): Promise<void> {
  const actions = commands.flatMap((command) => prepare(state, command) ?? []);
  const outcomes = await Promise.all(
    actions.map(({ send }, n) => {
      const process = state.processes[n % state.processes.length];
      if (!process) throw new Error("a run needs at least one process");
      return send(process);
    }),
  );
  const view = await observeProduct(state);
  const sent = actions.map(({ step }, n) => ({ step, outcome: outcomes[n] ?? "" }));
  const explained = explain(state.world, sent, view);
  if (!explained) {
    const steps = actions.map(({ step }) => step);
    expect({ outcomes, view }).toEqual(expectInOrder(state.world, steps));
    throw new Error("unreachable: the sent order would explain these outcomes");
  }
  state.world = explained;
}
