import { expect, test } from "vitest";
import { tellVoided } from "./void-words.ts";

test("the command prints amounts in the format of the screens", () => {
  const draw = { house_name: "Jowai", date: "2026-11-20" };
  expect(tellVoided(7, { ...draw, taken_paise: 80_01_400_00, owed_paise: 50 })).toBe(
    "Result 7 (Jowai, 2026-11-20) is void; it may be entered again.\n" +
      "Taken back: ₹80,01,400.00. Owed by players: ₹0.50.",
  );
});
