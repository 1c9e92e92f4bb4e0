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

/** A run in the making: the product with players and houses of its own, and the model's world. */
export interface Table {
  processes: readonly [TestApp, ...TestApp[]];
  admin: Player;
  players: Player[];
  houses: TestHouse[];
  ids: Ids;
  results: Map<string, number>;
  /** What was asked for under a key, to be asked again. */
  requests: { player: number; key: string; action: Action }[];
  world: World;
}

/** A request, twice: as the model takes it, and sent to a process of the product. */
export interface Action {
  step: Step;
  send: (process: TestApp) => Promise<string>;
}

/** Undefined when there is nothing yet that it could be done to. */
export function prepare(
  table: Table,
  command: Command,
  again?: { player: number; key: string },
): Action | undefined {
  switch (command.type) {
    case "place":
    case "cancel":
    case "deposit":
    case "withdraw": {
      const player = again?.player ?? command.player;
      const key = again?.key ?? randomUUID();
      const action = prepareRequest(table, command, player, key);
      if (!again) table.requests.push({ player, key, action });
      return action;
    }
    case "decide":
      return prepareDecision(table, command);
    case "publish":
      return preparePublishing(table, command);
    case "void":
      return prepareVoid(table, command.result);
    case "void order":
      return prepareVoidOrder(table, command.order);
    case "retry": {
      const earlier = pick(table.requests, command.request);
      if (!earlier) return undefined;
      return command.with_another ? prepare(table, command.with_another, earlier) : earlier.action;
    }
  }
}

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % all.length];

type Request = Extract<Command, { type: "place" | "cancel" | "deposit" | "withdraw" }>;

function prepareRequest(table: Table, command: Request, nth: number, key: string): Action {
  const player = table.players[nth];
  if (!player) throw new Error("there is a player");
  switch (command.type) {
    case "place": {
      const house = table.houses[command.house];
      if (!house) throw new Error("there is a house");
      const { plays } = command;
      const day = addDays(dayInIndia(table.world.now), command.days);
      return {
        step: placing({ player: nth, key, house: command.house, day, plays }),
        send: (process) =>
          said(place(process, player, house, plays, { play_date: day, key }), (order) => {
            const id = known(table.ids.orders, order.id, idOf(nth, key));
            return `order ${id} of ${order.total_amount}, balance ${order.wallet_balance}.`;
          }),
      };
    }
    case "cancel": {
      const [order_id, id] = pickOrder(table, nth, command.order);
      return {
        step: cancelling(nth, key, id),
        send: (process) =>
          said(cancel(process, player, { id: order_id }, key), (order) => {
            const shown = known(table.ids.orders, order.id, id);
            return `cancelled ${shown}, balance ${order.wallet_balance}.`;
          }),
      };
    }
    case "deposit":
      return {
        step: depositing(nth, key, command.amount),
        send: ({ context }) =>
          said(
            requestDeposit(
              context,
              player.id,
              { amount: wholeRupees(command.amount), payment_method: 1, reference: null },
              key,
            ),
            ({ id, amount }) =>
              `deposit ${known(table.ids.payments, id, idOf(nth, key))} of ${amount}.`,
          ),
      };
    case "withdraw":
      return {
        step: withdrawing(nth, key, command.amount),
        send: (process) =>
          said(
            withdraw(process, player, command.amount, key),
            ({ id, amount }) =>
              `withdrawal ${known(table.ids.payments, id, idOf(nth, key))} of ${amount}.`,
          ),
      };
  }
}

function prepareDecision(
  { ids, admin, world }: Table,
  { payment, decision }: Extract<Command, { type: "decide" }>,
): Action | undefined {
  const [id, name] = pick([...ids.payments], payment) ?? [];
  if (id === undefined || name === undefined || !world.payments[name]) return undefined;
  return {
    step: deciding(name, decision),
    send: ({ context }) =>
      said(
        decision === "approved"
          ? approvePayment(context, actorOf(admin), id)
          : rejectPayment(context, actorOf(admin), id, { reason: "not this time" }),
        ({ status }) => status,
      ),
  };
}

function preparePublishing(
  { houses, admin, results, world }: Table,
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
      said(
        enter(process, admin, houses[house] ?? { id: 0 }, numbers, day).then(async (id) => {
          results.set(name, id);
          await publishResult(process.context, actorOf(admin), id);
        }),
        () => `published ${name}.`,
      ),
  };
}

function prepareVoid({ results }: Table, nth: number): Action | undefined {
  const [name, id] = pick([...results], nth) ?? [];
  if (name === undefined || id === undefined) return undefined;
  return {
    step: voiding(name),
    send: ({ db }) => said(voidResult(db, id, "a mistake"), () => `void ${name}.`),
  };
}

function prepareVoidOrder({ ids, admin }: Table, nth: number): Action | undefined {
  const [id, name] = pick([...ids.orders], nth) ?? [];
  if (id === undefined || name === undefined) return undefined;
  return {
    step: voidingOrder(name),
    send: (process) => said(voidAs(process, admin, { id }), () => `void ${name}.`),
  };
}

/** An order of the player's own, or now and then somebody else's, or one that was never there. */
function pickOrder({ ids }: Table, player: number, nth: number): [number, string] {
  const all = [...ids.orders];
  const own = all.filter(([, name]) => name.startsWith(`${player}/`));
  return pick(nth % 5 ? own : all, nth) ?? [999_999_999, "nobody's"];
}

/** What the order or payment request with that id is called; the first answer names it. */
function known(names: Map<number, string>, id: number, name: string): string {
  const earlier = names.get(id);
  if (earlier !== undefined) return earlier;
  names.set(id, name);
  return name;
}

/** An answer in the model's words, or the code of a refusal. */
async function said<T>(call: Promise<T>, say: (answer: T) => string): Promise<string> {
  const outcome = await outcomeOf(call.then(say));
  return outcome.refused ?? outcome.answer;
}
