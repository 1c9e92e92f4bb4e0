import { beforeEach, describe, expect, test } from "vitest";
import { deleteHouse, ensureDraw, getHouse, updateHouse } from "../houses/service.ts";
import { editResult, publishResult } from "../results/service.ts";
import { appOn, type TestApp, useApp } from "../testing/app.ts";
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
import { untilWaiting } from "../testing/waiting.ts";
import { enter, holdDraw, outcomeOf, place } from "./scene.ts";

const app = useApp();
const second_process = appOn(app);
const processOf = (n: number): TestApp => (n % 2 ? second_process : app);

beforeEach(() => setClock(app.db, at("13:00")));

/** A house with a draw without orders, as a refused order leaves it. */
async function anEmptyHouse(): Promise<TestHouse> {
  const house = await aHouse(app.db);
  await ensureDraw(app.db, house.id, TODAY);
  return house;
}

const remove = (process: TestApp, admin: Player, house: TestHouse) =>
  outcomeOf(deleteHouse(process.context, actorOf(admin), house.id));

describe("an action that waits for a house to be deleted is refused as not_found:", () => {
  /** Starts work that has found the draw and waits for its lock behind the deletion. */
  async function afterDeletion(house: TestHouse, admin: Player, begin: () => Promise<unknown>) {
    const draw = await holdDraw(app.db, house);
    const deleting = remove(app, admin, house);
    await untilWaiting(app.db, 1);
    const working = outcomeOf(begin());
    await untilWaiting(app.db, 2);
    await draw.letGo();
    expect(await deleting).toEqual({ answer: undefined });
    return working;
  }

  test("entering a result", async () => {
    const [house, admin] = [await anEmptyHouse(), await anAdmin(app.db)];
    await setClock(app.db, at("15:00"));
    const entering = () => enter(second_process, admin, house, { first_round: 7 });
    expect(await afterDeletion(house, admin, entering)).toEqual({ refused: "not_found" });
  });

  test("moving a result of another house to it", async () => {
    const [house, other, admin] = [
      await anEmptyHouse(),
      await aHouse(app.db),
      await anAdmin(app.db),
    ];
    await setClock(app.db, at("15:00"));
    const id = await enter(app, admin, other, { first_round: 7 });
    const moving = () =>
      editResult(second_process.context, actorOf(admin), id, { house_id: house.id });
    expect(await afterDeletion(house, admin, moving)).toEqual({ refused: "not_found" });
  });

  test("placing an order", async () => {
    const [house, admin, player] = [
      await anEmptyHouse(),
      await anAdmin(app.db),
      await aPlayer(app.db, { balance: 100 }),
    ];
    const placing = () => place(second_process, player, house, [play.direct(7)]);
    expect(await afterDeletion(house, admin, placing)).toEqual({ refused: "not_found" });
    await expectBooksToBalance(app.db);
  });

  test("publishing a result that another admin has moved to another house", async () => {
    const [house, other, admin] = [
      await anEmptyHouse(),
      await aHouse(app.db),
      await anAdmin(app.db),
    ];
    await setClock(app.db, at("15:00"));
    const id = await enter(app, admin, house, { first_round: 7 });
    const draw = await holdDraw(app.db, house);
    const deleting = remove(app, admin, house);
    await untilWaiting(app.db, 1);
    const publishing = outcomeOf(publishResult(second_process.context, actorOf(admin), id, {}));
    await untilWaiting(app.db, 2);
    await editResult(app.context, actorOf(admin), id, { house_id: other.id });
    await draw.letGo();
    expect(await deleting).toEqual({ answer: undefined });
    expect(await publishing).toEqual({ refused: "not_found" });
  });
});

test("a house deleted during other actions either keeps all its data or is gone", async () => {
  const admin = await anAdmin(app.db);
  const player = await aPlayer(app.db, { balance: 10_000 });
  for (let round = 0; round < 10; round += 1) {
    const house = round % 2 ? await anEmptyHouse() : await aHouse(app.db);
    const actor = actorOf(admin);
    const removing = (process: TestApp) => remove(process, admin, house);
    const others = [
      (process: TestApp) => outcomeOf(place(process, player, house, [play.direct(7)])),
      ({ context }: TestApp) => outcomeOf(updateHouse(context, actor, house.id, { max_play: 99 })),
      (process: TestApp) =>
        outcomeOf(enter(process, admin, house, { first_round: 7 }, "2026-11-19")),
    ];
    const actions = round % 4 < 2 ? [removing, ...others] : [...others, removing];
    const outcomes = await Promise.all(
      [0, 1, 2].flatMap((n) => actions.map((act) => act(processOf(n)))),
    );
    const refused = new Set(outcomes.flatMap((outcome) => outcome.refused ?? []));
    const { refused: gone } = await outcomeOf(getHouse(app.context, house.id));
    const allowed = gone ? ["not_found"] : ["house_in_use", "round_has_result"];
    expect(allowed).toEqual(expect.arrayContaining([...refused]));
    await expectBooksToBalance(app.db);
  }
});
