import { randomUUID } from "node:crypto";
import type { Round } from "../../contract/orders/rules.ts";
import type { Order, OrderWithBalance, PlayLine } from "../../contract/orders/schemas.ts";
import type { Result } from "../../contract/results/schemas.ts";
import type { PlacingRequest } from "../orders/sql.ts";
import type { TestApp } from "./app.ts";
import { aHouse, anAdmin, aPlayer, type Player } from "./makers.ts";

/** The day on which most tests of orders and results run, and instants on it in India's zone. */
export const TODAY = "2026-11-20";
export const TOMORROW = "2026-11-21";
export const at = (time: string, day = TODAY): string => `${day}T${time}:00+05:30`;

const onRound =
  (type: "direct" | "house" | "ending") =>
  (number: number, amount = 10, round: Round = "first"): PlayLine => ({
    type,
    round,
    number,
    amount,
  });

/** Plays as a client sends them; amounts in whole rupees. */
export const play = {
  direct: onRound("direct"),
  house: onRound("house"),
  ending: onRound("ending"),
  forecast: (forecast_fr: number, forecast_sr: number, amount = 10): PlayLine => ({
    type: "forecast",
    forecast_fr,
    forecast_sr,
    amount,
  }),
};

/** An order of one play, as the service passes it to the placing lane. */
export const anOrder = (house_id: number, user_id: number): PlacingRequest => ({
  user_id,
  house_id,
  play_date: TODAY,
  total_paise: 1_000,
  gate: 1,
  parts: 1,
  lowest_paise: 1_000,
  highest_paise: 1_000,
  key: randomUUID(),
  codes: [7],
  stakes_paise: [1_000],
});

/** The actions of players and admins in tests of orders and results, over the API. */
export function gameOf(app: TestApp) {
  /** A signed-in player with this balance in rupees. */
  const aPlayerWith = async (balance: number): Promise<Player & { token: string }> => {
    const player = await aPlayer(app.db, { balance });
    return { ...player, token: await app.signIn(player) };
  };
  return {
    aPlayerWith,
    /** A house, a signed-in player with this balance, and an admin's token. */
    aTable: async (balance = 500) => {
      const house = await aHouse(app.db);
      const player = await aPlayerWith(balance);
      const admin = await app.signIn(await anAdmin(app.db));
      return { house, player, token: player.token, admin };
    },
    place: (
      token: string,
      house_id: number,
      plays: PlayLine[],
      { play_date = TODAY, key }: { play_date?: string; key?: string } = {},
    ): Promise<OrderWithBalance> =>
      app.ask("POST /orders/play", {
        as: token,
        body: { house_id, play_date, plays },
        ...(key && { headers: { "idempotency-key": key } }),
      }),
    order: (token: string, id: number): Promise<Order> =>
      app.ask("GET /orders/{id}", { as: token, params: { id: String(id) } }),
    balance: async (token: string): Promise<number> =>
      (await app.ask("GET /wallet/balance", { as: token })).balance,
    publish: async (
      token: string,
      house_id: number,
      numbers: { first_round?: number; second_round?: number },
      date = TODAY,
    ): Promise<Result> => {
      const { id } = await app.ask("POST /results", {
        as: token,
        body: { house_id, date, ...numbers },
      });
      return app.ask("POST /results/{id}/publish", { as: token, params: { id: String(id) } });
    },
  };
}
