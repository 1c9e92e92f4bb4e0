import { beforeAll, expect, test } from "vitest";
import { speakEnglish } from "../lib/speak-english.ts";
import { announcementFor } from "./countdown.tsx";

beforeAll(() => speakEnglish());

test("screen readers hear of ten, five, two and one minutes, and of the end", () => {
  const heard = [601, 600, 301, 300, 120, 119, 61, 60, 1, 0].map((seconds) =>
    announcementFor(seconds * 1_000).replace(/\D+/g, ""),
  );
  expect(heard).toEqual(["", "10", "10", "5", "2", "2", "2", "1", "1", ""]);
  expect(announcementFor(undefined)).toBe("");
  expect(announcementFor(0)).not.toBe("");
});
