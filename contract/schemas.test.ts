import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { Day, IdText, olderThan, paged } from "./schemas.ts";

/** What a handler receives, or undefined if it is refused. */
const read = (schema: z.ZodMiniType, sent: unknown): unknown => z.safeParse(schema, sent).data;

describe("a day", () => {
  it.each(["2026-11-02", "2026-11-02T00:00:00", "2026-11-02T00:00:00.000"])(
    "sent as %s is 2026-11-02",
    (sent) => {
      expect(read(Day, sent)).toBe("2026-11-02");
    },
  );
});

describe("an id in a query or a form", () => {
  it.each([
    ["1", 1],
    ["999999999999999", 999_999_999_999_999],
    ["0", undefined],
    ["01", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    [" 1", undefined],
    ["", undefined],
    ["9999999999999999", undefined],
  ])("sent as '%s' is %s", (sent, id) => {
    expect(read(IdText, sent)).toBe(id);
  });
});

describe.each([
  ["by its place", z.object(paged(20))],
  ["by the row before", z.object(olderThan(20))],
])("a page that is asked for %s", (_, schema) => {
  it.each([
    [undefined, 20],
    ["1", 1],
    ["100", 100],
  ])("with the limit %s has %d rows", (limit, rows) => {
    expect(read(schema, { limit })).toMatchObject({ limit: rows });
  });

  it.each(["0", "101", "-1", "1.5", "1e1", "many", "", " 1", "9".repeat(20)])(
    "with the limit '%s' is refused",
    (limit) => {
      expect(read(schema, { limit })).toBeUndefined();
    },
  );
});

describe("a page that is asked for by its place", () => {
  it.each([
    [undefined, 0],
    ["0", 0],
    ["1000000", 1_000_000],
    ["-1", undefined],
    ["1000001", undefined],
  ])("after %s rows skips %s", (skip, skipped) => {
    expect(read(z.object(paged(20)), { skip })).toEqual(
      skipped === undefined ? undefined : { limit: 20, skip: skipped },
    );
  });
});
