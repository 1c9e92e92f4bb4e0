import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LANGUAGES } from "../../contract/languages.ts";
import { holdHouse } from "../proof/scene.ts";
import { voidResult } from "../results/void.ts";
import { useApp } from "../testing/app.ts";
import { useDatabase } from "../testing/database.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { createDefaultHouses, ensureDraw } from "./service.ts";

const app = useApp();
const game = gameOf(app);
let admin = "";

beforeAll(async () => {
  await setClock(app.db, at("13:00"));
  admin = await app.signIn(await anAdmin(app.db));
});

const sent = {
  name: "Khanapara Teer",
  location: "Khanapara",
  first_round_time: "4:11 PM",
  second_round_time: "5:01 PM",
};
const params = ({ id }: { id: number }) => ({ id: String(id) });
const update = (house: { id: number }, body: object) =>
  app.ask("PUT /houses/{id}", { as: admin, params: params(house), body });

describe("the default houses", () => {
  const empty = useDatabase();
  beforeEach(() => sql`delete from houses`.execute(empty.db));

  test("are created once, even when eight processes start at once", async () => {
    await Promise.all(Array.from({ length: 8 }, () => createDefaultHouses(empty.db)));
    const { rows } = await sql`
      select name, first_round_time, second_round_time, min_play, max_play, is_active
      from houses
      order by id
    `.execute(empty.db);
    const limits = { min_play: 10, max_play: 10_000, is_active: true };
    const usual = { first_round_time: "3:00 PM", second_round_time: "8:00 PM", ...limits };
    expect(rows).toEqual([
      { name: "Khanapara FC", ...usual },
      { name: "Shillong FC", ...usual },
      { name: "Khanapara BS", ...usual },
      { name: "Shillong BS", ...usual },
      {
        name: "Khanapara Teer",
        first_round_time: "4:11 PM",
        second_round_time: "5:01 PM",
        ...limits,
      },
    ]);
  });

  test("have a name in every language", async () => {
    await createDefaultHouses(empty.db);
    const { rows } = await sql<{ name_translations: object }>`
      select name_translations from houses
    `.execute(empty.db);
    const others = LANGUAGES.filter((language) => language !== "en").toSorted();
    const named = rows.map(({ name_translations }) => Object.keys(name_translations).toSorted());
    expect(named).toEqual(Array.from({ length: 5 }, () => others));
  });

  test("are not created when the operator has added a house", async () => {
    await aHouse(empty.db, { name: "Shillong FC" });
    await createDefaultHouses(empty.db);
    const { rows } = await sql`select name from houses`.execute(empty.db);
    expect(rows).toEqual([{ name: "Shillong FC" }]);
  });
});

describe("reading houses", () => {
  test("the list defaults to active houses and is sorted by name", async () => {
    const names = async (is_active?: "true" | "false" | "all") =>
      (await app.ask("GET /houses", { query: { is_active } }))
        .map(({ name }) => name)
        .filter((name) => name.startsWith("List"));
    await aHouse(app.db, { name: "List b" });
    await aHouse(app.db, { name: "List a" });
    await aHouse(app.db, { name: "List c", is_active: false });
    expect(await names()).toEqual(["List a", "List b"]);
    expect(await names("true")).toEqual(["List a", "List b"]);
    expect(await names("false")).toEqual(["List c"]);
    expect(await names("all")).toEqual(["List a", "List b", "List c"]);
  });

  test("an invalid is_active is refused", async () => {
    const answer = await app.app.inject("/api/houses?is_active=1");
    expect(answer.statusCode).toBe(400);
  });

  test("a single house is public, active or not", async () => {
    const house = await aHouse(app.db, { is_active: false });
    expect(await app.ask("GET /houses/{id}", { params: params(house) })).toEqual({
      id: house.id,
      name: house.name,
      name_translations: {},
      location: "Khanapara",
      first_round_time: "3:00 PM",
      second_round_time: "8:00 PM",
      min_play: 10,
      max_play: 10_000,
      is_active: false,
    });
  });

  test.each(["999999", "999999999999999"])("house %s is not found", async (id) => {
    expect(await app.refused("GET /houses/{id}", { params: { id } })).toMatchObject({
      status: 404,
      code: "not_found",
    });
  });
});

describe("adding a house", () => {
  test("defaults to active, with stakes from 10 to 10000", async () => {
    const house = await app.ask("POST /houses", { as: admin, body: sent });
    expect(house).toEqual({
      id: house.id,
      ...sent,
      name_translations: {},
      min_play: 10,
      max_play: 10_000,
      is_active: true,
    });
    expect(await app.ask("GET /houses/{id}", { params: params(house) })).toEqual(house);
  });

  test("repeating the request under its key adds one house", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const body = { ...sent, name: "Once" };
    const add = () => app.ask("POST /houses", { as: admin, body, headers });
    const [house, ...others] = await Promise.all(Array.from({ length: 20 }, add));
    expect(new Set(others.map(({ id }) => id))).toEqual(new Set([house?.id]));
    const another = { ...sent, name: "Twice" };
    expect(await app.refused("POST /houses", { as: admin, body: another, headers })).toMatchObject({
      status: 409,
      code: "idempotency_conflict",
    });
    const houses = await app.ask("GET /houses");
    expect(houses.filter(({ name }) => /^(Once|Twice)$/.test(name))).toEqual([house]);
  });

  test("trims texts, and stores names by language without empty ones", async () => {
    const name_translations = { hi: " खानापारा ", bn: "", ne: null, as: "  ", kha: "Khanapara" };
    const house = await app.ask("POST /houses", {
      as: admin,
      body: { ...sent, name: " Names ", first_round_time: " 4 PM ", name_translations },
    });
    expect(house).toMatchObject({ name: "Names", first_round_time: "4 PM" });
    expect(house.name_translations).toEqual({ hi: "खानापारा", kha: "Khanapara" });
  });

  test.each<[object, string]>([
    [{ first_round_time: "noon" }, "invalid_clock_time"],
    [{ second_round_time: "24:00" }, "invalid_clock_time"],
    [{ second_round_time: "4:11 PM" }, "rounds_out_of_order"],
    [{ second_round_time: "16:10" }, "rounds_out_of_order"],
    [{ first_round_time: "12:00 PM", second_round_time: "12:00 AM" }, "rounds_out_of_order"],
    [{ min_play: 100, max_play: 99 }, "limits_out_of_order"],
    [{ max_play: 9 }, "limits_out_of_order"],
    [{ min_play: 0 }, "invalid_input"],
    [{ min_play: 10.5 }, "invalid_input"],
    [{ min_play: "10" }, "invalid_input"],
    [{ max_play: 1_000_001 }, "invalid_input"],
    [{ max_play: 1e300 }, "invalid_input"],
    [{ name: "" }, "invalid_input"],
    [{ name: "  " }, "invalid_input"],
    [{ name: "a".repeat(101) }, "invalid_input"],
    [{ name: "nul\u0000" }, "invalid_input"],
    [{ name: "half \ud83d" }, "invalid_input"],
    [{ location: undefined }, "invalid_input"],
    [{ name_translations: { fr: "x" } }, "invalid_input"],
    [{ name_translations: { hi: "nul\u0000" } }, "invalid_input"],
    [{ name_translations: { hi: "half \ud83d" } }, "invalid_input"],
    [{ name_translations: [] }, "invalid_input"],
    [{ is_active: "yes" }, "invalid_input"],
    [{ id: 7 }, "invalid_input"],
  ])("with %j is refused as %s", async (wrong, code) => {
    const before = await app.ask("GET /houses", { query: { is_active: "all" } });
    const body = { ...sent, ...wrong };
    const refusal = await app.refused("POST /houses", { as: admin, body });
    expect(refusal).toMatchObject({ status: 400, code });
    expect(await app.ask("GET /houses", { query: { is_active: "all" } })).toEqual(before);
  });
});

describe("changing a house", () => {
  test("changes only the fields that are sent", async () => {
    const house = await app.ask("POST /houses", {
      as: admin,
      body: { ...sent, name: "Changed", name_translations: { hi: "तीर" } },
    });
    const off = await update(house, { is_active: false });
    expect(off).toEqual({ ...house, is_active: false });
    const renamed = await update(house, { name: "Shillong", name_translations: { bn: "তীর" } });
    const name_translations = { hi: "तीर", bn: "তীর" };
    expect(renamed).toEqual({ ...off, name: "Shillong", name_translations });
    const without = await update(house, { name_translations: { hi: null } });
    expect(without).toEqual({ ...renamed, name_translations: { bn: "তীর" } });
    const limited = await update(house, { min_play: 1, max_play: 1, is_active: true });
    expect(limited).toEqual({ ...without, min_play: 1, max_play: 1, is_active: true });
    expect(await update(house, {})).toEqual(limited);
    expect(await app.ask("GET /houses/{id}", { params: params(house) })).toEqual(limited);
  });

  test.each<[object, string]>([
    [{ second_round_time: "3:00 PM" }, "rounds_out_of_order"],
    [{ first_round_time: "8:00 PM" }, "rounds_out_of_order"],
    [{ first_round_time: "late" }, "invalid_clock_time"],
    [{ min_play: 10_001 }, "limits_out_of_order"],
    [{ max_play: 9 }, "limits_out_of_order"],
    [{ name: null }, "invalid_input"],
    [{ wallet_balance: 1 }, "invalid_input"],
  ])("with %j is refused as %s and changes nothing", async (body, code) => {
    const house = await aHouse(app.db);
    const before = await app.ask("GET /houses/{id}", { params: params(house) });
    const refusal = await app.refused("PUT /houses/{id}", {
      as: admin,
      params: params(house),
      body,
    });
    expect(refusal).toMatchObject({ status: 400, code });
    expect(await app.ask("GET /houses/{id}", { params: params(house) })).toEqual(before);
  });

  test("that does not exist is refused as not_found", async () => {
    const options = { as: admin, params: { id: "999999" }, body: { is_active: false } };
    expect((await app.refused("PUT /houses/{id}", options)).code).toBe("not_found");
  });

  test("twice at once loses no change", async () => {
    const house = await aHouse(app.db, { min_play: 1, max_play: 1_000 });
    const held = await holdHouse(app.db, house);
    const changes = [{ min_play: 20 }, { max_play: 100 }].map((body) => update(house, body));
    await untilWaiting(app.db, 2);
    await held.letGo();
    await Promise.all(changes);
    const after = await app.ask("GET /houses/{id}", { params: params(house) });
    expect(after).toMatchObject({ min_play: 20, max_play: 100 });
  });
});

describe("deleting a house", () => {
  const remove = (house: { id: number }) =>
    app.call("DELETE /houses/{id}", { as: admin, params: params(house) });
  const refusalOfRemoving = (house: { id: number }) =>
    app.refused("DELETE /houses/{id}", { as: admin, params: params(house) });

  test("removes a house without orders and results", async () => {
    const house = await aHouse(app.db);
    expect((await remove(house)).status).toBe(204);
    expect((await refusalOfRemoving(house)).code).toBe("not_found");
  });

  test("removes its draws without orders too, and no other house's", async () => {
    const [house, other] = [await aHouse(app.db), await aHouse(app.db)];
    for (const { id } of [house, other]) await ensureDraw(app.db, id, TODAY);
    expect((await remove(house)).status).toBe(204);
    const { rows } = await sql`
      select house_id from draws where house_id in (${house.id}, ${other.id})
    `.execute(app.db);
    expect(rows).toEqual([{ house_id: other.id }]);
  });

  test("is refused when it has an order, even a cancelled one", async () => {
    const house = await aHouse(app.db);
    const token = await app.signIn(await aPlayer(app.db, { balance: 100 }));
    const order = await game.place(token, house.id, [play.direct(1)]);
    const refusal = {
      status: 409,
      code: "house_in_use",
      detail: "House has orders; deactivate it instead",
    };
    expect(await refusalOfRemoving(house)).toMatchObject(refusal);
    await app.ask("POST /orders/{id}/cancel", { as: token, params: params(order) });
    expect(await refusalOfRemoving(house)).toMatchObject(refusal);
  });

  test("is refused when it has a result", async () => {
    const house = await aHouse(app.db);
    await setClock(app.db, at("15:00"));
    const body = { house_id: house.id, date: TODAY, first_round: 5 };
    await app.ask("POST /results", { as: admin, body });
    await setClock(app.db, at("13:00"));
    expect((await refusalOfRemoving(house)).code).toBe("house_in_use");
  });

  test("is refused when it has a published or voided result, even without orders", async () => {
    const house = await aHouse(app.db);
    await setClock(app.db, at("15:00"));
    const { id } = await game.publish(admin, house.id, { first_round: 5 });
    expect((await refusalOfRemoving(house)).code).toBe("house_in_use");
    await voidResult(app.db, id, "wrong house");
    await setClock(app.db, at("13:00"));
    expect((await refusalOfRemoving(house)).code).toBe("house_in_use");
  });

  test("waits for an order in flight and is then refused", async () => {
    const house = await aHouse(app.db);
    const player = await aPlayer(app.db, { balance: 100 });
    const token = await app.signIn(player);
    await ensureDraw(app.db, house.id, TODAY);
    const [placed, refused] = await app.db.transaction().execute(async (tx) => {
      await sql`select 1 from wallets where user_id = ${player.id} for update`.execute(tx);
      const order = game.place(token, house.id, [play.direct(1)]);
      await untilWaiting(app.db, 1);
      const removal = refusalOfRemoving(house);
      await untilWaiting(app.db, 2);
      return [order, removal] as const;
    });
    expect((await placed).status).toBe("pending");
    expect((await refused).code).toBe("house_in_use");
  });
});
