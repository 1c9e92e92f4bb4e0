import { expect, test } from "vitest";
import { changesOfResult, readResult } from "./result-form-data.ts";

const formWith = (fields: Record<string, string>) => {
  const data = new FormData();
  const defaults = { house_id: "3", date: "2026-11-20", first_round: "45", second_round: "" };
  for (const [name, text] of Object.entries({ ...defaults, ...fields })) data.set(name, text);
  return data;
};

test.each([
  [{}, 45, null],
  [{ first_round: "", second_round: "07" }, null, 7],
  [{ first_round: " 0 ", second_round: "99" }, 0, 99],
])("a form with %o is accepted", (fields, first_round, second_round) => {
  expect(readResult(formWith(fields))).toEqual({
    result: { house_id: 3, date: "2026-11-20T00:00:00", first_round, second_round },
  });
});

test.each([
  [{ house_id: "" }, { house_id: "admin.required" }],
  [{ date: "" }, { date: "admin.required" }],
  [{ first_round: "" }, { first_round: "error.no_round_given" }],
  [{ first_round: "100" }, { first_round: "admin.result.number_invalid" }],
  [{ first_round: "-1" }, { first_round: "admin.result.number_invalid" }],
  [{ second_round: "4.5" }, { second_round: "admin.result.number_invalid" }],
])("a form with %o is rejected", (fields, errors) => {
  expect(readResult(formWith(fields))).toEqual({ errors });
});

test("only changed fields are sent", () => {
  const opened = {
    id: 9,
    house_id: 3,
    house_name: "Shillong FC",
    date: "2026-11-20",
    first_round: 45,
    second_round: null,
    is_published: false,
    published_at: null,
    created_at: "2026-11-20T16:00:00+05:30",
    settlement: null,
  };
  const changed = (fields: Record<string, string>) => {
    const read = readResult(formWith(fields));
    return "result" in read ? changesOfResult(opened, read.result) : undefined;
  };
  expect(changed({})).toEqual({});
  expect(changed({ second_round: "07" })).toEqual({ second_round: 7 });
  expect(changed({ first_round: "", second_round: "7", date: "2026-11-19" })).toEqual({
    first_round: null,
    second_round: 7,
    date: "2026-11-19T00:00:00",
  });
});
