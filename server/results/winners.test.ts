import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "../../contract/dates.ts";
import { announce, holdWallet, publish } from "../proof/scene.ts";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { aHouse, anAdmin, type Player, setClock } from "../testing/makers.ts";
import { settleToEnd } from "../testing/settling.ts";
import { useStreams } from "../testing/streams.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { settle } from "./settlement.ts";
import { settleChunk } from "./sql.ts";
import { voidResult } from "./void.ts";
import { tellWinners } from "./winners.ts";

const app = useApp();
const second_process = appOn(app);
const game = gameOf(app);
const { openStream, eventsOf } = useStreams(app, second_process);

// Without a sweep: each test notifies winners itself.
beforeAll(() => Promise.all([app.context.sweep.stop(), second_process.context.sweep.stop()]));
beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const evening = () => setClock(app.db, at("21:00"));

async function aTable() {
  const house = await aHouse(app.db);
  const admin = await app.signIn(await anAdmin(app.db));
  return { house, admin };
}

/** The amounts in a player's notifications, after all winners were notified. */
async function winsOf(token: string) {
  await tellWinners(app.db);
  const { notifications } = await app.ask("GET /notifications", { as: token });
  return notifications.filter(({ kind }) => kind === "win").map(({ params }) => params["amount"]);
}

describe("winners", () => {
  test("are notified once for each result, of their total winnings", async () => {
    const { house, admin } = await aTable();
    const [winner, loser] = [await game.aPlayerWith(100), await game.aPlayerWith(100)];
    await game.place(winner.token, house.id, [play.direct(45, 10), play.forecast(45, 7, 10)]);
    await game.place(winner.token, house.id, [play.house(4, 10), play.ending(7, 10, "second")]);
    await game.place(loser.token, house.id, [play.direct(46, 10)]);
    await evening();
    await game.publish(admin, house.id, { first_round: 45 });
    await game.publish(admin, house.id, { second_round: 7 });
    expect(await winsOf(winner.token)).toEqual([4_100, 900]);
    expect(await winsOf(loser.token)).toEqual([]);
  });

  test("are notified with the house and the date", async () => {
    const { house, admin } = await aTable();
    const { token } = await game.aPlayerWith(100);
    await game.place(token, house.id, [play.direct(45, 10)]);
    await evening();
    await game.publish(admin, house.id, { first_round: 45, second_round: 7 });
    await tellWinners(app.db);
    const { notifications } = await app.ask("GET /notifications", { as: token });
    expect(notifications).toMatchObject([
      {
        kind: "win",
        params: { house_id: house.id, house_name: house.name, date: TODAY, amount: 800 },
      },
    ]);
  });

  test("are notified of what one order won in every part of a result", async () => {
    const { house, admin } = await aTable();
    const { token } = await game.aPlayerWith(100);
    const plays = [play.direct(45), play.direct(7, 10, "second"), play.forecast(45, 7)];
    await game.place(token, house.id, plays);
    await evening();
    await game.publish(admin, house.id, { first_round: 45, second_round: 7 });
    expect(await winsOf(token)).toEqual([800 + 800 + 4_000]);
  });

  test("are notified only when every part of their result is settled", async () => {
    const { house } = await aTable();
    const { token } = await game.aPlayerWith(100);
    await game.place(token, house.id, [play.direct(45), play.direct(7, 10, "second")]);
    await evening();
    const numbers = { first_round: 45, second_round: 7 };
    const [first = 0, ...others] = await announce(app, await anAdmin(app.db), house, numbers);
    await settleToEnd(app.db, first, 100);
    expect(await winsOf(token)).toEqual([]);
    for (const id of others) await settleToEnd(app.db, id, 100);
    expect(await winsOf(token)).toEqual([1_600]);
  });

  test("are notified in chunks, of the winnings of this result alone", async () => {
    const { house, admin } = await aTable();
    const players = await Promise.all(Array.from({ length: 3 }, () => game.aPlayerWith(100)));
    // The first orders win by the first round only, the last ones by the second only.
    for (const { token } of players) await game.place(token, house.id, [play.direct(45, 10)]);
    for (const { token } of players) {
      await game.place(token, house.id, [play.direct(7, 10, "second"), play.house(4, 10)]);
    }
    await evening();
    await game.publish(admin, house.id, { first_round: 45 });
    await tellWinners(app.db, { chunk: 2 });
    await game.publish(admin, house.id, { second_round: 7 });
    await Promise.all([
      tellWinners(app.db, { chunk: 2 }),
      tellWinners(second_process.db, { chunk: 2 }),
    ]);
    for (const { token } of players) expect(await winsOf(token)).toEqual([800, 900]);
  });

  test("of an interrupted settlement are notified once, when it is finished", async () => {
    const { house } = await aTable();
    const players = await Promise.all(Array.from({ length: 5 }, () => game.aPlayerWith(100)));
    for (const { token } of players) {
      await game.place(token, house.id, [play.direct(45, 10)]);
      await game.place(token, house.id, [play.house(4, 10)]);
    }
    await evening();
    const [settlement_id = 0] = await announce(app, await anAdmin(app.db), house, {
      first_round: 45,
    });
    expect(await settleChunk(app.db, settlement_id, 3)).toMatchObject({ is_at_end: false });
    await Promise.all([tellWinners(app.db), tellWinners(second_process.db)]);
    for (const { token } of players) expect(await winsOf(token)).toEqual([]);

    await settle(app.db);
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => tellWinners((n % 2 ? app : second_process).db)),
    );
    for (const { token } of players) expect(await winsOf(token)).toEqual([900]);
  });

  test("are notified by the next start when the process died before", async () => {
    const { house } = await aTable();
    const { token } = await game.aPlayerWith(100);
    await game.place(token, house.id, [play.direct(45, 10)]);
    await evening();
    const [settlement_id = 0] = await announce(app, await anAdmin(app.db), house, {
      first_round: 45,
    });
    await settleToEnd(app.db, settlement_id, 100);
    const stream = await openStream(second_process, token);
    const heard = async () => {
      const changes = (await eventsOf(stream)).filter(({ event }) => event === "balance_changed");
      return changes.map(({ data }) => data);
    };
    // As if it died before its last transaction: nothing is marked and no event was sent.
    await tellAndDie();
    expect(await heard()).toEqual([]);
    for (let again = 0; again < 2; again += 1) {
      expect(await winsOf(token)).toEqual([800]);
      expect(await heard()).toEqual([{ balance: 890, reason: "win" }]);
    }
  });

  /** Notifies winners and fails before the last transaction commits. */
  async function tellAndDie() {
    await sql`
      alter table settlements add constraint dead check (told_at is null) not valid
    `.execute(app.db);
    await expect(tellWinners(app.db)).rejects.toThrow("dead");
    await sql`alter table settlements drop constraint dead`.execute(app.db);
  }

  /** Notifies winners while the voiding of a result waits for the wallet of one of them. */
  async function tellWhileVoiding(result_id: number, winner: Player) {
    const wallet = await holdWallet(app.db, winner);
    const voiding = voidResult(app.db, result_id, "mistake");
    await wallet.untilWaitedForBy(voiding);
    const telling = tellWinners(second_process.db);
    await untilWaiting(app.db, 2);
    await wallet.letGo();
    await Promise.all([voiding, telling]);
  }

  test("are not notified of a result that is being voided", async () => {
    const { house, admin } = await aTable();
    const winner = await game.aPlayerWith(100);
    await game.place(winner.token, house.id, [play.direct(45, 10)]);
    await evening();
    const { id } = await game.publish(admin, house.id, { first_round: 45 });
    await tellWhileVoiding(id, winner);
    expect(await winsOf(winner.token)).toEqual([]);
  });

  test("are not notified of a voided result", async () => {
    const { house, admin } = await aTable();
    const { token } = await game.aPlayerWith(100);
    await game.place(token, house.id, [play.direct(45, 10)]);
    await evening();
    const [settlement_id = 0] = await announce(app, await anAdmin(app.db), house, {
      first_round: 45,
    });
    await settleToEnd(app.db, settlement_id, 100);
    const { rows } = await sql<{ result_id: number }>`
      select result_id from settlements where id = ${settlement_id}
    `.execute(app.db);
    await voidResult(app.db, rows[0]?.result_id ?? 0, "wrong house");
    expect(await winsOf(token)).toEqual([]);
    await game.publish(admin, house.id, { first_round: 45 });
    expect(await winsOf(token)).toEqual([800]);
  });

  /** A player who is not yet notified of winning by the second round and by a forecast. */
  async function aWonForecast() {
    const { house } = await aTable();
    const [winner, admin] = [await game.aPlayerWith(100), await anAdmin(app.db)];
    await game.place(winner.token, house.id, [play.direct(7, 10, "second"), play.forecast(45, 7)]);
    await evening();
    const first_id = await publish(app, admin, house, { first_round: 45 });
    await tellWinners(app.db);
    const settlements = await announce(app, admin, house, { second_round: 7 });
    for (const id of settlements) await settleToEnd(app.db, id, 100);
    return { winner, first_id };
  }

  test("are notified without the forecast when the other round is voided", async () => {
    const { winner, first_id } = await aWonForecast();
    await voidResult(app.db, first_id, "mistake");
    expect(await winsOf(winner.token)).toEqual([800]);
  });

  test("read the smaller amount if the other round is voided after an interruption", async () => {
    const { winner, first_id } = await aWonForecast();
    await tellAndDie();
    await voidResult(app.db, first_id, "mistake");
    expect(await winsOf(winner.token)).toEqual([800]);
  });

  test("are notified without the forecast when the other round is being voided", async () => {
    const { winner, first_id } = await aWonForecast();
    await tellWhileVoiding(first_id, winner);
    expect(await winsOf(winner.token)).toEqual([800]);
  });
});

describe("the largest win of the day", () => {
  const days = ["2026-11-29", "2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03"];
  const topWin = async () => {
    await tellWinners(app.db);
    // Lets the cached answer expire.
    await sql`notify kept_answers`.execute(app.db);
    await app.context.listener.catchUp();
    return (await app.ask("GET /results/top-win")).win;
  };

  const masked = (phone = "") => `${phone.slice(0, 3)}****${phone.slice(-3)}`;

  /**
   * A day of its own, with a house on which some players have each won that much. The newest
   * account places the first order.
   */
  async function aDay(...wins: number[]) {
    const play_date = days.pop() ?? "";
    await setClock(app.db, at("13:00", play_date));
    const { house, admin } = await aTable();
    const players = [];
    for (const rupees of wins) players.push({ ...(await game.aPlayerWith(1_000)), rupees });
    for (const { token, rupees } of players.toReversed()) {
      await game.place(token, house.id, [play.direct(45, rupees / 80)], { play_date });
    }
    await setClock(app.db, at("21:00", play_date));
    return { house, admin, players, play_date };
  }

  test("is null before there is one", async () => {
    const { house, admin, play_date } = await aDay();
    expect(await topWin()).toBeNull();
    await game.publish(admin, house.id, { first_round: 45 }, play_date);
    expect(await topWin()).toBeNull();
  });

  test("shows its player's masked phone, and is gone the next day", async () => {
    const { house, admin, players, play_date } = await aDay(800, 2_400, 1_600);
    await game.publish(admin, house.id, { first_round: 45 }, play_date);
    expect(await topWin()).toEqual({
      player: masked(players[1]?.phone),
      house_id: house.id,
      house_name: house.name,
      amount: 2_400,
      date: play_date,
    });
    await setClock(app.db, at("00:01", addDays(play_date, 1)));
    expect(await topWin()).toBeNull();
  });

  test("is the oldest account's among equal ones", async () => {
    const { house, admin, players, play_date } = await aDay(800, 800);
    await game.publish(admin, house.id, { first_round: 45 }, play_date);
    expect((await topWin())?.player).toBe(masked(players[0]?.phone));
  });

  test("is that of all houses, also when a smaller one came later", async () => {
    const { house, admin, players, play_date } = await aDay(2_400);
    const other = await aHouse(app.db);
    await setClock(app.db, at("13:00", play_date));
    await game.place(players[0]?.token ?? "", other.id, [play.direct(45)], { play_date });
    await setClock(app.db, at("21:00", play_date));
    for (const { id } of [house, other]) {
      await game.publish(admin, id, { first_round: 45 }, play_date);
    }
    expect((await topWin())?.amount).toBe(2_400);
  });

  test("adds up a player's orders, without reversed wins", async () => {
    const { house, admin, players, play_date } = await aDay(800, 1_600);
    const [first] = players;
    await setClock(app.db, at("13:00", play_date));
    for (let orders = 0; orders < 2; orders += 1) {
      await game.place(first?.token ?? "", house.id, [play.direct(45, 10)], { play_date });
    }
    await setClock(app.db, at("21:00", play_date));
    await game.publish(admin, house.id, { second_round: 7 }, play_date);
    const { id } = await game.publish(admin, house.id, { first_round: 45 }, play_date);
    expect((await topWin())?.amount).toBe(2_400);
    await voidResult(app.db, id, "wrong house");
    expect(await topWin()).toBeNull();
  });
});
