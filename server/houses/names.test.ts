import { beforeAll, expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { aHouse, anAdmin, type TestHouse } from "../testing/makers.ts";

const app = useApp();
let admin = "";

beforeAll(async () => {
  admin = await app.signIn(await anAdmin(app.db));
});

const rest = { location: "Shillong", first_round_time: "3 PM", second_round_time: "8 PM" };
const idOf = ({ id }: { id: number }) => ({ id: String(id) });
const adding = (name: string) => ({ as: admin, body: { ...rest, name } });
const renaming = (house: TestHouse, name: string) => ({
  as: admin,
  params: idOf(house),
  body: { name },
});
const namesLike = async (wanted: RegExp) =>
  (await app.ask("GET /houses", { query: { is_active: "all" } }))
    .map(({ name }) => name)
    .filter((name) => wanted.test(name));

const TAKEN = {
  status: 409,
  code: "house_name_taken",
  fields: { name: "Another house already has this name" },
};

test.each(["Sohra Hills", "sohra hills", "  Sohra   HILLS ", "Sohra\u00a0Hills"])(
  "the name %j is refused when another house is called Sohra Hills",
  async (name) => {
    const house = (await app.ask("GET /houses")).find((each) => each.name === "Sohra Hills");
    if (!house) await aHouse(app.db, { name: "Sohra Hills" });
    const other = await aHouse(app.db);
    expect(await app.refused("POST /houses", adding(name))).toMatchObject(TAKEN);
    expect(await app.refused("PUT /houses/{id}", renaming(other, name))).toMatchObject(TAKEN);
    expect(await namesLike(/sohra/i)).toEqual(["Sohra Hills"]);
    expect(await namesLike(new RegExp(`^${other.name}$`))).toEqual([other.name]);
  },
);

test("an inactive house keeps its name, a deleted one frees it", async () => {
  const house = await aHouse(app.db, { name: "Mawlai", is_active: false });
  expect(await app.refused("POST /houses", adding("Mawlai"))).toMatchObject(TAKEN);
  await app.ask("DELETE /houses/{id}", { as: admin, params: idOf(house) });
  expect(await app.ask("POST /houses", adding("Mawlai"))).toMatchObject({ name: "Mawlai" });
});

test("a house may change how its own name is written", async () => {
  const house = await aHouse(app.db, { name: "nongpoh" });
  expect(await app.ask("PUT /houses/{id}", renaming(house, "Nongpoh"))).toMatchObject({
    name: "Nongpoh",
  });
});

test("of twenty houses that get one name at once, one has it", async () => {
  const others = await Promise.all(Array.from({ length: 10 }, () => aHouse(app.db)));
  const answers = await Promise.all([
    ...others.map((house) => app.call("PUT /houses/{id}", renaming(house, "Jowai"))),
    ...others.map(() => app.call("POST /houses", adding("JOWAI"))),
  ]);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  expect(await namesLike(/^jowai$/i)).toHaveLength(1);
});
