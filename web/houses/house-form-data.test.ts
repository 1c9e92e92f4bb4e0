import { expect, test } from "vitest";
import { changesOfHouse, readHouse } from "./house-form-data.ts";

const formWith = (fields: Record<string, string>) => {
  const data = new FormData();
  const defaults = {
    name: "Shillong FC",
    location: "Shillong",
    first_round_time: "3:00 PM",
    second_round_time: "8:00 PM",
    min_play: "10",
    max_play: "10000",
  };
  for (const [name, text] of Object.entries({ ...defaults, ...fields })) data.set(name, text);
  return data;
};

test("the form is parsed as a house; an empty translated name is null", () => {
  const none = { hi: null, bn: null, ne: null, as: null, kha: null, hinglish: null };
  expect(readHouse(formWith({ name: " Jowai ", name_hi: "जोवाई", is_active: "on" }))).toEqual({
    house: {
      name: "Jowai",
      name_translations: { ...none, hi: "जोवाई" },
      location: "Shillong",
      first_round_time: "3:00 PM",
      second_round_time: "8:00 PM",
      min_play: 10,
      max_play: 10_000,
      is_active: true,
    },
  });
});

test.each([
  [{ name: " " }, { name: "admin.required" }],
  [{ location: "" }, { location: "admin.required" }],
  [{ first_round_time: "" }, { first_round_time: "admin.required" }],
  [{ first_round_time: "3" }, { first_round_time: "error.invalid_clock_time" }],
  [{ second_round_time: "25:00" }, { second_round_time: "error.invalid_clock_time" }],
  [{ second_round_time: "3 pm" }, { second_round_time: "error.rounds_out_of_order" }],
  [{ min_play: "" }, { min_play: "admin.house.limit_invalid" }],
  [{ min_play: "0" }, { min_play: "admin.house.limit_invalid" }],
  [{ min_play: "1.5" }, { min_play: "admin.house.limit_invalid" }],
  [{ max_play: "1000001" }, { max_play: "admin.house.limit_invalid" }],
  [{ max_play: "9" }, { max_play: "error.limits_out_of_order" }],
])("a form with %o is rejected", (fields, errors) => {
  expect(readHouse(formWith(fields))).toEqual({ errors });
});

test.each<Record<string, string>>([
  { min_play: "1" },
  { max_play: "1000000" },
  { min_play: "10000" },
])("a form with %o is accepted", (fields) => {
  expect(readHouse(formWith(fields))).toHaveProperty("house");
});

test("only changed fields and changed translated names are sent", () => {
  const opened = {
    id: 3,
    name: "Shillong FC",
    name_translations: { hi: "शिलांग", bn: "শিলং" },
    location: "Shillong",
    first_round_time: "3:00 PM",
    second_round_time: "8:00 PM",
    min_play: 10,
    max_play: 10_000,
    is_active: true,
  };
  const changed = (fields: Record<string, string>) => {
    const read = readHouse(
      formWith({ name_hi: "शिलांग", name_bn: "শিলং", is_active: "on", ...fields }),
    );
    return "house" in read ? changesOfHouse(opened, read.house) : undefined;
  };
  expect(changed({})).toEqual({});
  expect(changed({ max_play: "500" })).toEqual({ max_play: 500 });
  expect(changed({ name_bn: "", name_as: "শ্বিলং" })).toEqual({
    name_translations: { bn: null, as: "শ্বিলং" },
  });
});
