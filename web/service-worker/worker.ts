/**
 * Keeps the app on the device, so that it opens at once and without a connection. It answers for
 * the pages and the files of one build, all from the same moment, and for nothing else: what the
 * API says never passes through here. A newer build is put beside it and takes over when the
 * person says so, or when no page of this one is open any more.
 */
declare const self: ServiceWorkerGlobalScope;

interface Build {
  /** A name for exactly these files. */
  version: string;
  /** Fetched when the worker is installed: the pages, and what players see. */
  shell: readonly string[];
  /** Fetched with a language: `/assets/…/hi.play.json`. */
  messages: readonly string[];
  /** Kept once they were needed: what only admins see, and fonts. */
  later: readonly string[];
}

declare const BUILD: Build;

const { version, shell, messages, later } = BUILD;
const PREFIX = "nishana-";
const CACHE = `${PREFIX}${version}`;
const FRONT_PAGE = "/";
const EMPTY_PAGE = "/app.html";
const known = new Set([...shell, ...messages, ...later]);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("message", (event) => {
  const told: unknown = event.data;
  if (told === "take over") event.waitUntil(self.skipWaiting());
  else if (typeof told === "string") event.waitUntil(keepLanguage(told));
});

self.addEventListener("fetch", (event) => {
  const file = fileFor(event.request);
  if (file !== undefined) event.respondWith(answer(file, event.request));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(shell.map((file) => new Request(file, { cache: cacheOf(file) })));
  const languages = await languagesOfOthers();
  await Promise.all(languages.map(keepLanguage));
}

/**
 * Files with a hash may come from where the browser has put them; the others are asked for
 * anew.
 */
const cacheOf = (file: string): RequestCache =>
  file.startsWith("/assets/") ? "default" : "no-cache";

/** The languages that an older build has been used in. */
async function languagesOfOthers(): Promise<string[]> {
  const kept = (await caches.keys()).filter(isOurs).map(async (name) => {
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => /\/([a-z]+)\.core\.json$/.exec(url)?.[1] ?? "");
  });
  return [...new Set((await Promise.all(kept)).flat())];
}

async function keepLanguage(language: string): Promise<void> {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const wanted = messages.filter((file) => file.includes(`/${language}.`));
  await cache.addAll(wanted.filter((file) => !kept.has(file)));
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => isOurs(name) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

const isOurs = (name: string): boolean => name.startsWith(PREFIX);

/** The file that answers a request; undefined for everything that is not ours to answer. */
function fileFor({ method, mode, url }: Request): string | undefined {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return undefined;
  if (pathname === "/api" || pathname.startsWith("/api/")) return undefined;
  if (known.has(pathname)) return pathname;
  const isPage = mode === "navigate" && !/\.\w+$/.test(pathname);
  return isPage ? EMPTY_PAGE : undefined;
}

async function answer(file: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(file, { ignoreVary: true });
  if (kept) return kept;
  const fetched = await fetch(request);
  if (fetched.ok && isToKeep(file)) await cache.put(file, fetched.clone());
  return fetched;
}

/** A page must come from the same moment as its files, so it is kept at the installation only. */
const isToKeep = (file: string): boolean => file !== FRONT_PAGE && file !== EMPTY_PAGE;

export {};
