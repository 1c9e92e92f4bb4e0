import { randomUUID } from "node:crypto";
import { addDays, dayInIndia } from "../../../contract/dates.ts";
import { wholeRupees } from "../../../contract/money.ts";
import { approvePayment, rejectPayment, requestDeposit } from "../../payments/service.ts";
import { publishResult } from "../../results/service.ts";
import { voidResult } from "../../results/void.ts";
import type { TestApp } from "../../testing/app.ts";
import { actorOf, type Player, type TestHouse } from "../../testing/makers.ts";
import { cancel, enter, outcomeOf, place, voidAs, withdraw } from "../scene.ts";
import type { Command } from "./commands.ts";
import {
  cancelling,
  deciding,
  depositing,
  idOf,
  placing,
  publishing,
  type Step,
  voiding,
  voidingOrder,
  withdrawing,
} from "./steps.ts";
import type { Ids } from "./view.ts";
import type { World } from "./world.ts";

/** The state of a run: the product with the run's players and houses, and the model's world. */
export interface RunState {
  processes: readonly [TestApp, ...TestApp[]];
  admin: Player;
  players: Player[];
  houses: TestHouse[];
  ids: Ids;
  results: Map<string, number>;
  /** The requests with an idempotency key so far, for retries. */
  requests: { player: number; key: string; action: Action }[];
  world: World;
}

/** The same request for the model (`step`) and for a process of the product (`send`). */
export interface Action {
  step: Step;
  send: (process: TestApp) => Promise<string>;
}

/** Returns undefined when the command has no target yet, such as a payment to decide. */
export function prepare(
  state: RunState,
  command: Command,
  earlier?: { player: number; key: string },
): Action | undefined {
  switch (command.type) {
    case "place":
    case "cancel":
    case "deposit":
    case "withdraw": {
      const player = earlier?.player ?? command.player;
      const key = earlier?.key ?? randomUUID();
      const action = prepareRequest(state, command, player, key);
      if (!earlier) state.requests.push({ player, key, action });
      return action;
    }
    case "decide":
      return prepareDecision(state, command);
    case "publish":
      return preparePublishing(state, command);
    case "void":
      return prepareVoid(state, command.result);
    case "void order":
      return prepareVoidOrder(state, command.order);
    case "retry": {
      const request = pick(state.requests, command.request);
      if (!request) return undefined;
      return command.with_another ? prepare(state, command.with_another, request) : request.action;
    }
  }
}

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % all.length];

type Request = Extract<Command, { type: "place" | "cancel" | "deposit" | "withdraw" }>;

function prepareRequest(state: RunState, command: Request, nth: number, key: string): Action {
  const player = state.players[nth];
  if (!player) throw new Error(`there is no player ${nth}`);
  switch (command.type) {
    case "place": {
      const house = state.houses[command.house];
      if (!house) throw new Error(`there is no house ${command.house}`);
      const { plays } = command;
      const day = addDays(dayInIndia(state.world.now), command.days);
      return {
        step: placing({ player: nth, key, house: command.house, day, plays }),
        send: (process) =>
          describe(place(process, player, house, plays, { play_date: day, key }), (order) => {
            const id = nameOf(state.ids.orders, order.id, idOf(nth, key));
            return `order ${id} of ${order.total_amount}, balance ${order.wallet_balance}.`;
          }),
      };
    }
    case "cancel": {
      const [order_id, id] = pickOrder(state, nth, command.order);
      return {
        step: cancelling(nth, key, id),
        send: (process) =>
          describe(cancel(process, player, { id: order_id }, key), (order) => {
            const shown = nameOf(state.ids.orders, order.id, id);
            return `cancelled ${shown}, balance ${order.wallet_balance}.`;
          }),
      };
    }
    case "deposit":
      return {
        step: depositing(nth, key, command.amount),
        send: ({ context }) =>
          describe(
            requestDeposit(
              context,
              player.id,
              { amount: wholeRupees(command.amount), payment_method: 1, reference: null },
              key,
            ),
            ({ id, amount }) =>
              `deposit ${nameOf(state.ids.payments, id, idOf(nth, key))} of ${amount}.`,
          ),
      };
    case "withdraw":
      return {
        step: withdrawing(nth, key, command.amount),
        send: (process) =>
          describe(
            withdraw(process, player, command.amount, key),
            ({ id, amount }) =>
              `withdrawal ${nameOf(state.ids.payments, id, idOf(nth, key))} of ${amount}.`,
          ),
      };
  }
}

function prepareDecision(
  { ids, admin, world }: RunState,
  { payment, decision }: Extract<Command, { type: "decide" }>,
): Action | undefined {
  const [id, name] = pick([...ids.payments], payment) ?? [];
  if (id === undefined || name === undefined || !world.payments[name]) return undefined;
  return {
    step: deciding(name, decision),
    send: ({ context }) =>
      describe(
        decision === "approved"
          ? approvePayment(context, actorOf(admin), id)
          : rejectPayment(context, actorOf(admin), id, { reason: "not this time" }),
        ({ status }) => status,
      ),
  };
}

function preparePublishing(
  { houses, admin, results, world }: RunState,
  { house, days, first, second }: Extract<Command, { type: "publish" }>,
): Action {
  const day = addDays(dayInIndia(world.now), days);
  const name = randomUUID();
  const numbers = {
    ...(first !== null && { first_round: first }),
    ...(second !== null && { second_round: second }),
  };
  return {
    step: publishing(name, { house, day, first, second }),
    send: (process) =>
      describe(
        enter(process, admin, houses[house] ?? { id: 0 }, numbers, day).then(async (id) => {
          results.set(name, id);
          await publishResult(process.context, actorOf(admin), id, {});
        }),
        () => `published ${name}.`,
      ),
  };
}

function prepareVoid({ results }: RunState, nth: number): Action | undefined {
  const [name, id] = pick([...results], nth) ?? [];
  if (name === undefined || id === undefined) return undefined;
  return {
    step: voiding(name),
    send: ({ db }) => describe(voidResult(db, id, "a mistake"), () => `void ${name}.`),
  };
}

function prepareVoidOrder({ ids, admin }: RunState, nth: number): Action | undefined {
  const [id, name] = pick([...ids.orders], nth) ?? [];
  if (id === undefined || name === undefined) return undefined;
  return {
    step: voidingOrder(name),
    send: (process) => describe(voidAs(process, admin, { id }), () => `void ${name}.`),
  };
}

/** Usually one of the player's own orders, sometimes another player's; if none, an unknown id. */
function pickOrder({ ids }: RunState, player: number, nth: number): [number, string] {
  const all = [...ids.orders];
  const own = all.filter(([, name]) => name.startsWith(`${player}/`));
  return pick(nth % 5 ? own : all, nth) ?? [999_999_999, "unknown"];
}

/** The model's name for an order or payment request; the first answer with an id assigns it. */
function nameOf(names: Map<number, string>, id: number, name: string): string {
  const earlier = names.get(id);
  if (earlier !== undefined) return earlier;
  names.set(id, name);
  return name;
}

/** The answer as the model writes it, or the code of a refusal. */
async function describe<T>(call: Promise<T>, format: (answer: T) => string): Promise<string> {
  const outcome = await outcomeOf(call.then(format));
  return outcome.refused ?? outcome.answer;
}
