import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { speakEnglish } from "../lib/speak-english.ts";
import { screen } from "./screen.ts";

beforeAll(() => speakEnglish());

test("a preloaded screen renders without suspending", async () => {
  const { View, preload } = screen(
    () => Promise.resolve({ Greeting: () => "Welcome" }),
    "Greeting",
  );
  await preload();
  expect(renderToStaticMarkup(createElement(View))).toBe("Welcome");
});
