import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deleteHouse, ensureDraw, updateHouse } from "../houses/service.ts";
import { editResult, publishResult } from "../results/service.ts";
import { voidResult } from "../results/void.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, play, TODAY } from "../testing/game.ts";
import {
  actorOf,
  aHouse,
  anAdmin,
  aPlayer,
  type Player,
  setClock,
  type TestHouse,
} from "../testing/makers.ts";
import { cancel, enter, holdAccount, holdDraw, holdHouse, place, publish } from "./scene.ts";

/**
 * What is locked first is held by the test. The action must wait for it, and what it locks next
 * must still be free.
 */
const app = useApp();
app.expectDeadlocks(0);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

test("a cancellation that waits for its draw holds no wallet", async () => {
  const [player, house] = [await aPlayer(app.db, { balance: 100 }), await aHouse(app.db)];
  const order = await place(app, player, house, [play.direct(7)]);
  const draw = await holdDraw(app.db, house);
  const cancelling = cancel(app, player, order);
  await draw.untilWaitedForBy(cancelling);
  const { rows } = await sql`
    select from wallets where user_id = ${player.id} for update skip locked
  `.execute(app.db);
  await draw.letGo();
  await cancelling;
  expect(rows).toHaveLength(1);
});

describe("a draw is locked before its result", () => {
  async function expectResultToBeFree(house: TestHouse, id: number, begin: () => Promise<unknown>) {
    const draw = await holdDraw(app.db, house);
    const working = begin();
    await draw.untilWaitedForBy(working);
    const { rows } = await sql`
      select from results where id = ${id} for update skip locked
    `.execute(app.db);
    await draw.letGo();
    await working;
    expect(rows).toHaveLength(1);
  }

  async function anEvening() {
    const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
    await setClock(app.db, at("21:00"));
    return { house, admin };
  }

  test("by an edit", async () => {
    const { house, admin } = await anEvening();
    const id = await enter(app, admin, house, { first_round: 7 });
    await expectResultToBeFree(house, id, () =>
      editResult(app.context, actorOf(admin), id, { first_round: 8 }),
    );
  });

  test("by publishing", async () => {
    const { house, admin } = await anEvening();
    const id = await enter(app, admin, house, { first_round: 7 });
    await expectResultToBeFree(house, id, () => publishResult(app.context, actorOf(admin), id, {}));
  });

  test("by the voiding of a result", async () => {
    const { house, admin } = await anEvening();
    const id = await publish(app, admin, house, { first_round: 7 });
    await expectResultToBeFree(house, id, () => voidResult(app.db, id, "a mistake"));
  });
});

test.each([
  ["an edit", { min_play: 20 }],
  ["a deletion", undefined],
])("%s of a house that waits for the house holds no draw of it", async (_, body) => {
  const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
  await ensureDraw(app.db, house.id, TODAY);
  const held = await holdHouse(app.db, house);
  const actor = actorOf(admin);
  const working = body
    ? updateHouse(app.context, actor, house.id, body)
    : deleteHouse(app.context, actor, house.id);
  await held.untilWaitedForBy(working);
  const { rows } = await sql`
    select from draws where house_id = ${house.id} for update skip locked
  `.execute(app.db);
  await held.letGo();
  await working;
  expect(rows).toHaveLength(1);
});

describe("an account is locked before its sessions", () => {
  async function expectSessionsToBeFree(player: Player, begin: () => Promise<unknown>) {
    const account = await holdAccount(app.db, player);
    const working = begin();
    await account.untilWaitedForBy(working);
    const { rows } = await sql`
      select from sessions where user_id = ${player.id} for update skip locked
    `.execute(app.db);
    await account.letGo();
    await working;
    expect(rows).toHaveLength(1);
  }

  test("by a login, which deletes expired sessions", async () => {
    const player = await aPlayer(app.db);
    await app.signIn(player);
    await setClock(app.db, at("13:00", "2027-01-20"));
    await expectSessionsToBeFree(player, () => app.signIn(player));
  });

  test("by the replacement of a session", async () => {
    const player = await aPlayer(app.db);
    const token = await app.signIn(player);
    await expectSessionsToBeFree(player, () => app.ask("POST /auth/refresh-token", { as: token }));
  });
});
