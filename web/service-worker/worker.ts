/**
 * Caches the app on the device, so that it opens at once and offline. It responds only for the
 * pages and files of one build, which always belong together; API requests never pass through it. A
 * newer build is installed beside it and takes over when the user agrees, or when no page of the
 * old build is open any more.
 */
declare const self: ServiceWorkerGlobalScope;

interface Build {
  /** A hash of the files of this build. */
  version: string;
  /** Cached on install: the pages, and the files that players need. */
  shell: readonly string[];
  /** Cached per language: `/assets/…/hi.play.json`. */
  messages: readonly string[];
  /** Cached on first use: the code for admins only, and fonts. */
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
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("message", (event) => {
  const message: unknown = event.data;
  if (message === "take over") event.waitUntil(self.skipWaiting());
  else if (typeof message === "string") event.waitUntil(cacheLanguage(message));
});

self.addEventListener("fetch", (event) => {
  const file = fileFor(event.request);
  if (file !== undefined) event.respondWith(respond(file, event.request));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(shell.map((file) => new Request(file, { cache: cacheModeOf(file) })));
  const languages = await cachedLanguages();
  await Promise.all(languages.map(cacheLanguage));
}

/** Files with a hash in their name may come from the HTTP cache; the others are revalidated. */
const cacheModeOf = (file: string): RequestCache =>
  file.startsWith("/assets/") ? "default" : "no-cache";

/** The languages that an older build has cached. */
async function cachedLanguages(): Promise<string[]> {
  const cached = (await caches.keys()).filter(isOurs).map(async (name) => {
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => /\/([a-z]+)\.core\.json$/.exec(url)?.[1] ?? "");
  });
  return [...new Set((await Promise.all(cached)).flat())];
}

async function cacheLanguage(language: string): Promise<void> {
  const cache = await caches.open(CACHE);
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const wanted = messages.filter((file) => file.includes(`/${language}.`));
  await cache.addAll(wanted.filter((file) => !cached.has(file)));
}

async function activate(): Promise<void> {
  const old_caches = (await caches.keys()).filter((name) => isOurs(name) && name !== CACHE);
  await Promise.all(old_caches.map((name) => caches.delete(name)));
  await self.clients.claim();
}

const isOurs = (name: string): boolean => name.startsWith(PREFIX);

/** The cached file for a request; undefined when the service worker does not handle the request. */
function fileFor({ method, mode, url }: Request): string | undefined {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return undefined;
  if (pathname === "/api" || pathname.startsWith("/api/")) return undefined;
  if (known.has(pathname)) return pathname;
  const isPage = mode === "navigate" && !/\.\w+$/.test(pathname);
  return isPage ? EMPTY_PAGE : undefined;
}

async function respond(file: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(file, { ignoreVary: true });
  if (cached) return cached;
  const fetched = await fetch(request);
  if (fetched.ok && isCachedOnUse(file)) {
    // A full phone keeps nothing more, and the app works as well.
    await cache.put(file, fetched.clone()).catch(() => undefined);
  }
  return fetched;
}

/** Pages must match the files of their build, so they are cached on install only. */
const isCachedOnUse = (file: string): boolean => file !== FRONT_PAGE && file !== EMPTY_PAGE;

export {};
