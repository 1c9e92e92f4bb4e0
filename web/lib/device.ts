/** What a browser says of itself, as its owner would: "Chrome", "Android". */
export interface Device {
  browser: string | undefined;
  system: string | undefined;
}

export function deviceOf(user_agent: string | null): Device {
  return { browser: firstIn(user_agent, BROWSERS), system: firstIn(user_agent, SYSTEMS) };
}

type Signs = readonly (readonly [sign: string, name: string])[];

/** Browsers name the ones that they resemble too, so that the order decides. */
const BROWSERS: Signs = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["UCBrowser/", "UC Browser"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];

const SYSTEMS: Signs = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["Linux", "Linux"],
];

const firstIn = (text: string | null, signs: Signs): string | undefined =>
  signs.find(([sign]) => text?.includes(sign))?.[1];
