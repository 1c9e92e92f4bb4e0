/**
 * Runs before the first paint, by itself, while the app is still on its way. A slow connection
 * takes half a second to answer anything, so what the first screen is about to ask for is asked
 * for now: its messages and its data. lib/early-answers.ts hands them on.
 */
import { dayInIndia } from "../contract/dates.ts";
import { LANGUAGES } from "../contract/languages.ts";
import { earlyName } from "./lib/early-answers.ts";
import { readStored } from "./lib/storage.ts";
import { applyTheme } from "./lib/theme.ts";

interface Start {
  /** The part of the messages, where `core` is not enough. */
  part?: string;
  /** What the screen reads, beside what every page reads. */
  calls: readonly string[];
}

/** As in lib/client.ts. */
const TIMEOUT_MS = 30_000;

const STARTS: Record<string, Start | undefined> = {
  "/": { part: "landing", calls: ["/houses", "/results/latest", "/results/top-win"] },
  "/login": { part: "auth", calls: [] },
  "/register": { part: "auth", calls: [] },
  "/app": { calls: ["/houses", "/results/latest", "/orders?limit=5"] },
  "/app/play": { part: "play", calls: ["/houses"] },
  "/app/results": { part: "results", calls: ["/houses"] },
  "/app/history": { part: "history", calls: [] },
  "/app/notifications": { part: "notifications", calls: [] },
  "/app/wallet": { part: "wallet", calls: [] },
};

const arrivals = new WeakMap<Response, number>();
const { pathname } = location;
const token = readStored("ACCESS_TOKEN");
const chosen = readStored("language");
const language = LANGUAGES.find((name) => name === chosen) ?? "en";
const start = STARTS[pathname];

applyTheme();
// The front page comes in English; whoever reads another language is spared the sight.
if (pathname === "/" && language !== "en") document.documentElement.dataset["waiting"] = "";
if (start !== undefined && (token !== null || !pathname.startsWith("/app"))) begin(start);

function begin({ part, calls }: Start): void {
  const parts = part === undefined ? ["core"] : ["core", part];
  const asked = token === null ? ["/about", ...calls] : ["/auth/me", "/about", ...calls];
  window.early_arrivals = arrivals;
  window.early = new Map([
    ...parts.map((name) => ask(`${import.meta.env.MESSAGES}${language}.${name}.json`)),
    ...asked.map((path) => ask(`/api${path}`, token)),
  ]);
  if (pathname === "/app/play") askForGate(window.early).catch(() => undefined);
}

/**
 * Which rounds are open depends on two of the answers. Asked for when they come, rather than when
 * the app has read them, it is there most of a second earlier.
 */
async function askForGate(early: NonNullable<Window["early"]>): Promise<void> {
  const search = new URLSearchParams(location.search);
  // The answers themselves are for the app.
  const copyOf = async (path: string) =>
    (await early.get(earlyName(`/api${path}`, token)))?.clone().json();
  const [[first], { server_time }] = await Promise.all([copyOf("/houses"), copyOf("/about")]);
  const house_id = Number(search.get("house")) || first.id;
  const day = search.get("date") ?? dayInIndia(server_time);
  const address = `/api/houses/${house_id}/can-play?play_date=${day}`;
  // On a busy phone the app may have read the answers first, and have requested this itself.
  if (!early.has(earlyName(address, token))) early.set(...ask(address, token));
}

function ask(address: string, bearer: string | null = null): [string, Promise<Response>] {
  const headers = new Headers();
  if (bearer !== null) headers.set("authorization", `Bearer ${bearer}`);
  const answer = fetch(address, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  // Whoever takes it hears of a failure; nobody may take it.
  answer.then((response) => arrivals.set(response, performance.now())).catch(() => undefined);
  return [earlyName(address, bearer), answer];
}
