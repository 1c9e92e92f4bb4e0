/** The browser and the system of a user agent, by their common names: "Chrome", "Android". */
export interface Device {
  browser: string | undefined;
  system: string | undefined;
}

export function deviceOf(user_agent: string | null): Device {
  return { browser: firstIn(user_agent, BROWSERS), system: firstIn(user_agent, SYSTEMS) };
}

type Tokens = readonly (readonly [token: string, name: string])[];

/** In order of precedence: a user agent also contains the tokens of compatible browsers. */
const BROWSERS: Tokens = [
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

const SYSTEMS: Tokens = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["Linux", "Linux"],
];

const firstIn = (text: string | null, tokens: Tokens): string | undefined =>
  tokens.find(([token]) => text?.includes(token))?.[1];
