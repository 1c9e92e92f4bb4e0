import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const MOZILLA = "Mozilla/5.0";

test.each([
  [
    "(Linux; Android 13; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
    "Chrome",
    "Android",
  ],
  [
    "(Linux; Android 13; SAMSUNG SM-A146B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36",
    "Samsung Internet",
    "Android",
  ],
  [
    "(iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
  ],
  [
    "(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    "Edge",
    "Windows",
  ],
  ["(X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox", "Linux"],
])("%s is recognised", (text, browser, system) => {
  expect(deviceOf(`${MOZILLA} ${text}`)).toEqual({ browser, system });
});

test("an unknown user agent has no browser and no system", () => {
  expect(deviceOf(null)).toEqual({ browser: undefined, system: undefined });
  expect(deviceOf("curl/8.5.0")).toEqual({ browser: undefined, system: undefined });
});
