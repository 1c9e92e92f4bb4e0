import { expect, test } from "vitest";
import { namedIn, underNames } from "./house-names.ts";

const house = (id: number, name: string, hi?: string) => ({
  id,
  name,
  name_translations: hi === undefined ? {} : { hi },
  location: "Shillong",
  first_round_time: "3:00 PM",
  second_round_time: "8:00 PM",
  min_play: 10,
  max_play: 10_000,
  is_active: true,
});
const houses = [house(1, "Shillong FC", "शिलांग एफसी"), house(2, "Juwai")];

test("a result stands under its house's name in the person's language", () => {
  const rows = [
    { house_id: 1, house_name: "Shillong FC" },
    { house_id: 2, house_name: "Juwai" },
    { house_id: 3, house_name: "Gone" },
  ];
  const namesIn = (language: "en" | "hi") =>
    underNames(namedIn(language, houses), rows).map(({ house_name }) => house_name);
  expect(namesIn("hi")).toEqual(["शिलांग एफसी", "Juwai", "Gone"]);
  expect(namesIn("en")).toEqual(["Shillong FC", "Juwai", "Gone"]);
});
