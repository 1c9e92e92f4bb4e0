import { afterEach, beforeEach, expect, test } from "vitest";
import { holdResult } from "../proof/scene.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { aHouse, setClock } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";

const app = useApp();
const game = gameOf(app);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const evening = () => setClock(app.db, at("21:00"));

test("publishing is refused if the result is not what the admin saw", async () => {
  const { house, token, admin } = await game.aTable();
  await game.place(token, house.id, [play.direct(19, 10)]);
  await evening();
  const entered = { house_id: house.id, date: TODAY, first_round: 90, second_round: null };
  const { id } = await app.ask("POST /results", { as: admin, body: entered });
  const params = { id: String(id) };
  const changed = { ...entered, first_round: 19 };
  await app.ask("PUT /results/{id}", { as: admin, params, body: changed });
  const other = await aHouse(app.db);
  for (const body of [
    entered,
    { first_round: 90 },
    { second_round: 7 },
    { ...changed, house_id: other.id },
    { ...changed, date: "2026-11-19" },
  ]) {
    const refusal = await app.refused("POST /results/{id}/publish", { as: admin, params, body });
    expect(refusal).toMatchObject({ status: 409, code: "result_changed" });
  }
  expect(await game.balance(token)).toBe(490);
  const rows = await app.ask("GET /results", { as: admin, query: { date: TODAY } });
  expect(rows.find((row) => row.id === id)).toMatchObject({ is_published: false });
  await app.ask("POST /results/{id}/publish", { as: admin, params, body: changed });
  expect(await game.balance(token)).toBe(490 + 800);
});

test.each([
  ["what was seen", { first_round: 90 }],
  ["nothing of it", {}],
])(
  "what is being moved to another house is not published by a call that says %s",
  async (_, seen) => {
    const [{ house, admin }, other] = [await game.aTable(), await aHouse(app.db)];
    await evening();
    const entered = { house_id: house.id, date: TODAY, first_round: 90 };
    const { id } = await app.ask("POST /results", { as: admin, body: entered });
    const params = { id: String(id) };
    const result = await holdResult(app.db, id);
    const moving = app.call("PUT /results/{id}", {
      as: admin,
      params,
      body: { house_id: other.id },
    });
    await result.untilWaitedForBy(moving);
    const publishing = app.call("POST /results/{id}/publish", { as: admin, params, body: seen });
    await untilWaiting(app.db, 2);
    await result.letGo();
    expect(await moving).toMatchObject({ status: 200 });
    expect(await publishing).toMatchObject({ status: 409, body: { code: "result_changed" } });
  },
);

test("of two concurrent edits the later includes the earlier, or is refused", async () => {
  const [{ house, admin }, other, third] = [
    await game.aTable(),
    await aHouse(app.db),
    await aHouse(app.db),
  ];
  await evening();
  const entered = { house_id: house.id, date: TODAY, first_round: 90 };
  const { id } = await app.ask("POST /results", { as: admin, body: entered });
  const edit = (body: object) =>
    app.call("PUT /results/{id}", { as: admin, params: { id: String(id) }, body });
  const result = await holdResult(app.db, id);
  const moving = edit({ house_id: other.id });
  await result.untilWaitedForBy(moving);
  const moving_elsewhere = edit({ house_id: third.id, first_round: 19 });
  const numbering = edit({ second_round: 7 });
  await untilWaiting(app.db, 3);
  await result.letGo();
  expect(await moving).toMatchObject({ status: 200 });
  // It sends every field, so nothing that it depends on can have changed.
  expect(await moving_elsewhere).toMatchObject({ status: 200 });
  expect(await numbering).toMatchObject({ status: 409, body: { code: "result_changed" } });
});

test("twenty admins publish while one edits: only what was seen is settled", async () => {
  const { house, token, admin } = await game.aTable();
  await game.place(token, house.id, [play.direct(19, 10)]);
  await evening();
  const seen = { house_id: house.id, date: TODAY, first_round: 90, second_round: null };
  const { id } = await app.ask("POST /results", { as: admin, body: seen });
  const params = { id: String(id) };
  const [edited, ...published] = await Promise.all([
    app.call("PUT /results/{id}", { as: admin, params, body: { ...seen, first_round: 19 } }),
    ...Array.from({ length: 20 }, () =>
      app.call("POST /results/{id}/publish", { as: admin, params, body: seen }),
    ),
  ]);
  const was_edited = edited.status === 200;
  const successes = published.filter(({ status }) => status === 200);
  expect(successes).toHaveLength(was_edited ? 0 : 1);
  for (const { status } of published) expect([200, 409]).toContain(status);
  const [row] = await app.ask("GET /results", {
    as: admin,
    query: { house_id: String(house.id) },
  });
  expect(row).toMatchObject({ first_round: was_edited ? 19 : 90, is_published: !was_edited });
  expect(await game.balance(token)).toBe(490);
});
