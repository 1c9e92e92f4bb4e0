import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY, TOMORROW } from "../testing/game.ts";
import { aHouse, setClock } from "../testing/makers.ts";

const app = useApp();
const game = gameOf(app);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const evening = () => setClock(app.db, at("21:00"));

const STILL_OPEN = "Booking for this round is still open";

describe("entering and editing", () => {
  const enter = (as: string, house_id: number, numbers: object, date = TODAY) =>
    app.call("POST /results", { as, body: { house_id, date, ...numbers } });

  test("a result is refused while its round is open, and for future dates", async () => {
    const { house, admin } = await game.aTable();
    const still_open = { status: 409, body: { code: "round_still_open" } };
    expect(await enter(admin, house.id, { first_round: 1 })).toMatchObject(still_open);
    await setClock(app.db, at("15:00"));
    expect(await enter(admin, house.id, { first_round: 1, second_round: 2 })).toMatchObject(
      still_open,
    );
    expect(await enter(admin, house.id, { second_round: 2 })).toMatchObject(still_open);
    for (const day of [TOMORROW, "2027-01-01"]) {
      expect(await enter(admin, house.id, { first_round: 1 }, day)).toMatchObject(still_open);
    }
    expect(await enter(admin, house.id, { first_round: 1 })).toMatchObject({ status: 201 });
  });

  test.each([
    ["first_round", "14:44:59", "14:45:00"],
    ["second_round", "19:44:59", "19:45:00"],
  ])("%s is open until %s and may be entered at %s", async (round, last, closing) => {
    const { house, admin } = await game.aTable();
    await setClock(app.db, `${TODAY}T${last}+05:30`);
    expect(await enter(admin, house.id, { [round]: 1 })).toMatchObject({
      body: { code: "round_still_open", fields: { [round]: STILL_OPEN } },
    });
    await setClock(app.db, `${TODAY}T${closing}+05:30`);
    expect(await enter(admin, house.id, { [round]: 1 })).toMatchObject({ status: 201 });
  });

  test("a round just after midnight in India is entered in the same night", async () => {
    const { admin } = await game.aTable();
    const house = await aHouse(app.db, { first_round_time: "12:05 AM" });
    await setClock(app.db, at("00:30", TOMORROW));
    const entered = await enter(admin, house.id, { first_round: 1 }, TOMORROW);
    expect(entered).toMatchObject({ status: 201 });
  });

  test("a result needs a round, a house and numbers from 0 to 99", async () => {
    const { house, admin } = await game.aTable();
    await evening();
    expect(await enter(admin, house.id, {})).toMatchObject({ body: { code: "no_round_given" } });
    expect(await enter(admin, 999_999, { first_round: 1 })).toMatchObject({ status: 404 });
    for (const number of [-1, 100, 4.5, "4", true]) {
      expect(await enter(admin, house.id, { first_round: number })).toMatchObject({ status: 400 });
    }
    for (const number of [0, 99]) {
      const other = await aHouse(app.db);
      expect(await enter(admin, other.id, { first_round: number })).toMatchObject({ status: 201 });
    }
  });

  test("each round of a house and date is in at most one row", async () => {
    const { house, admin } = await game.aTable();
    await evening();
    await enter(admin, house.id, { first_round: 1 });
    const detail = "This round already has a result";
    const takenAt = (round: string) => ({
      status: 409,
      body: { code: "round_has_result", detail, fields: { [round]: detail } },
    });
    const both = { first_round: 2, second_round: 3 };
    expect(await enter(admin, house.id, { first_round: 2 })).toMatchObject(takenAt("first_round"));
    expect(await enter(admin, house.id, both)).toMatchObject(takenAt("first_round"));
    expect(await enter(admin, house.id, { second_round: 3 })).toMatchObject({ status: 201 });
    expect(await enter(admin, house.id, { second_round: 4 })).toMatchObject(
      takenAt("second_round"),
    );
  });

  test("a refusal of two numbers names the round that is still open", async () => {
    const { house, admin } = await game.aTable();
    const both = { first_round: 1, second_round: 2 };
    const fieldsOf = async (numbers: object, date = TODAY) =>
      Reflect.get(Object((await enter(admin, house.id, numbers, date)).body), "fields");
    expect(await fieldsOf(both)).toEqual({ first_round: STILL_OPEN });
    expect(await fieldsOf({ second_round: 2 }, TOMORROW)).toEqual({ second_round: STILL_OPEN });
    await setClock(app.db, at("15:00"));
    expect(await fieldsOf(both)).toEqual({ second_round: STILL_OPEN });
    expect(await fieldsOf(both, TOMORROW)).toEqual({ first_round: STILL_OPEN });
  });

  test("of twenty concurrent requests one enters a result", async () => {
    const { house, admin } = await game.aTable();
    await evening();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => enter(admin, house.id, { first_round: n })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test("a result can be edited only until it is published", async () => {
    const { house, token, admin } = await game.aTable();
    await game.place(token, house.id, [play.direct(45, 10)]);
    await evening();
    const { id } = await app.ask("POST /results", {
      as: admin,
      body: { house_id: house.id, date: TODAY, first_round: 54 },
    });
    const params = { id: String(id) };
    const body = { house_id: house.id, date: TODAY, first_round: 45, second_round: null };
    expect(await app.ask("PUT /results/{id}", { as: admin, params, body })).toMatchObject({
      first_round: 45,
      is_published: false,
    });
    await app.ask("POST /results/{id}/publish", { as: admin, params });
    const none = { first_round: null, second_round: null };
    for (const change of [
      {},
      none,
      { second_round: 7 },
      { date: TOMORROW },
      { house_id: 999_999 },
    ]) {
      const edited = await app.refused("PUT /results/{id}", {
        as: admin,
        params,
        body: { ...body, ...change },
      });
      expect(edited).toMatchObject({ status: 409, code: "result_published" });
    }
    expect(await game.balance(token)).toBe(490 + 800);
  });

  test("an edit changes only the given fields", async () => {
    const { house, admin } = await game.aTable();
    await evening();
    const { id } = await app.ask("POST /results", {
      as: admin,
      body: { house_id: house.id, date: TODAY, first_round: 45, second_round: 7 },
    });
    const edit = (body: object) =>
      app.call("PUT /results/{id}", { as: admin, params: { id: String(id) }, body });
    await Promise.all([edit({ first_round: 46 }), edit({ first_round: 46 })]);
    expect(await edit({ second_round: 8 })).toMatchObject({
      body: { house_id: house.id, date: TODAY, first_round: 46, second_round: 8 },
    });
    expect(await edit({ first_round: null })).toMatchObject({
      body: { first_round: null, second_round: 8 },
    });
    expect(await edit({ second_round: null })).toMatchObject({ body: { code: "no_round_given" } });
    expect(await edit({})).toMatchObject({ body: { first_round: null, second_round: 8 } });
    const other = await aHouse(app.db);
    expect(await edit({ house_id: other.id })).toMatchObject({
      body: { house_id: other.id, date: TODAY, first_round: null, second_round: 8 },
    });
  });

  test("twenty concurrent edits: every acknowledged change is kept", async () => {
    const { house, admin } = await game.aTable();
    await evening();
    const { id } = await app.ask("POST /results", {
      as: admin,
      body: { house_id: house.id, date: TODAY, first_round: 1, second_round: 1 },
    });
    const rounds = ["first_round", "second_round"] as const;
    const edits = Array.from({ length: 20 }, (_, n) => ({
      round: rounds[n % 2] ?? "first_round",
      number: 10 + n,
    }));
    const answers = await Promise.all(
      edits.map(({ round, number }) =>
        app.call("PUT /results/{id}", {
          as: admin,
          params: { id: String(id) },
          body: { [round]: number },
        }),
      ),
    );
    for (const { status, body } of answers) {
      if (status !== 200) expect(body).toMatchObject({ code: "result_changed" });
    }
    const [row] = await app.ask("GET /results", {
      as: admin,
      query: { house_id: String(house.id) },
    });
    for (const round of rounds) {
      const taken = edits.filter((edit, n) => edit.round === round && answers[n]?.status === 200);
      const numbers = taken.map(({ number }) => number);
      expect(numbers.length > 0 ? numbers : [1]).toContain(row?.[round]);
    }
  });

  test("an order on a published round is refused, even if the clock is set back", async () => {
    const { house, token, admin } = await game.aTable();
    await evening();
    await game.publish(admin, house.id, { first_round: 45 });
    await setClock(app.db, at("13:00"));
    const refusal = await app.refused("POST /orders/play", {
      as: token,
      body: { house_id: house.id, play_date: TODAY, plays: [play.direct(45)] },
    });
    expect(refusal.code).toBe("round_closed");
  });
});

describe("who sees which results", () => {
  test("players see one line for each house and date, admins the rows", async () => {
    const { house, token, admin } = await game.aTable();
    const query = { house_id: String(house.id) };
    await setClock(app.db, at("16:00"));
    await game.publish(admin, house.id, { first_round: 45 });
    await evening();
    await app.ask("POST /results", {
      as: admin,
      body: { house_id: house.id, date: TODAY, second_round: 7 },
    });
    const seen = { date: TODAY, first_round: 45, second_round: null, settlement: null };
    const unpublished = { ...query, published: "false" } as const;
    for (const as of [undefined, token]) {
      for (const asked of [query, unpublished]) {
        const results = await app.ask("GET /results", { ...(as && { as }), query: asked });
        expect(results).toMatchObject([seen]);
      }
    }
    const rows = await app.ask("GET /results", { as: admin, query });
    expect(rows.map(({ is_published }) => is_published)).toEqual([true, false]);
    const [, row] = rows;
    expect(await app.ask("GET /results", { as: admin, query: unpublished })).toEqual([row]);
    const params = { id: String(row?.id) };
    await app.ask("POST /results/{id}/publish", { as: admin, params });
    expect(await app.ask("GET /results", { query })).toMatchObject([
      { first_round: 45, second_round: 7, published_at: new Date(at("21:00")).toISOString() },
    ]);
    const published = await app.ask("GET /results", {
      as: admin,
      query: { ...query, published: "true" },
    });
    expect(published).toHaveLength(1);
  });

  test("the latest published result of each active house, or null", async () => {
    const { house, admin } = await game.aTable();
    const other = await aHouse(app.db);
    const inactive = await aHouse(app.db, { is_active: false });
    await evening();
    await game.publish(admin, house.id, { first_round: 3, second_round: 4 }, "2026-11-19");
    const unpublished = { house_id: house.id, date: TODAY, second_round: 7 };
    await app.ask("POST /results", { as: admin, body: unpublished });
    await game.publish(admin, house.id, { first_round: 45 });
    const latest = await app.ask("GET /results/latest");
    const of = (id: number) => latest.find((line) => line.house.id === id);
    expect(of(house.id)?.result).toEqual({ date: TODAY, first_round: 45, second_round: null });
    expect(of(other.id)?.result).toBeNull();
    expect(of(inactive.id)).toBeUndefined();
  });

  test("the range counts days back from today in India", async () => {
    const { house, admin } = await game.aTable();
    await evening();
    for (const day of ["2026-11-14", "2026-11-13", "2026-10-21"]) {
      await game.publish(admin, house.id, { first_round: 1 }, day);
    }
    const dates = async (query: object) =>
      (await app.ask("GET /results", { query: { house_id: String(house.id), ...query } })).map(
        ({ date }) => date,
      );
    expect(await dates({ days: "7" })).toEqual(["2026-11-14"]);
    expect(await dates({ days: "8" })).toEqual(["2026-11-14", "2026-11-13"]);
    expect(await dates({ date: "2026-10-21" })).toEqual(["2026-10-21"]);
    expect(await dates({ days: "1" })).toEqual([]);
  });

  test("yesterday's results leave the range of one day at midnight in India", async () => {
    const { house, admin } = await game.aTable();
    await evening();
    await game.publish(admin, house.id, { first_round: 1 });
    const query = { house_id: String(house.id), days: "1" };
    const ofAdmins = () => app.ask("GET /results", { as: admin, query });
    expect(await ofAdmins()).toMatchObject([{ date: TODAY }]);
    await setClock(app.db, at("00:30", TOMORROW));
    expect(await ofAdmins()).toEqual([]);
    expect(await app.ask("GET /results", { query })).toEqual([]);
  });
});
