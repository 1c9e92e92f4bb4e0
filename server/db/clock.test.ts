import { expect, test } from "vitest";
import { useDatabase } from "../testing/database.ts";
import { clockNow } from "./clock.ts";

const database = useDatabase();

test("in a test that has set no clock it is noon, whatever the day and the hour", async () => {
  expect(await clockNow(database.db)).toBe("2026-11-20T06:30:00.000Z");
});
