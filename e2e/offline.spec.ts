import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { ADMIN, type Product, signIn, test } from "./product.ts";

const OFFLINE = "You are offline. What you see may be out of date.";

test.use({ serviceWorkers: "allow" });

test("the browser considers the app installable", async ({ page, product }) => {
  await page.goto("/login");
  await waitForPrecache(page);
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(url).toBe(`${product.url}/manifest.webmanifest`);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // Test pages are incognito windows, in which nothing can be installed.
  const unexpected = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
  expect(unexpected).toEqual([]);

  const manifest = JSON.parse(data ?? "");
  expect(manifest).toMatchObject({ name: "Nishana", start_url: "/app", display: "standalone" });
  for (const { src, sizes, type } of manifest.icons) {
    const response = await fetch(product.url + src);
    expect(response.headers.get("content-type")).toBe(type);
    if (type === "image/png") expect(await sizeOfPng(response)).toBe(sizes);
  }
  expect(manifest.icons).toContainEqual(expect.objectContaining({ purpose: "maskable" }));
});

test("offline the app opens and says so; online again it continues", async ({
  page,
  product,
  context,
}) => {
  await signIn(page, await product.signUp());
  await waitForPrecache(page);
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await expect(page.getByText(OFFLINE)).toBeInViewport({ ratio: 1 });

  await page.addInitScript(SAY_OFFLINE);
  await page.goto("/app/play");
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Network error" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();

  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await page.goto("/app/play");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();

  await context.setOffline(false);
  await page.evaluate(SAY_ONLINE);
  await expect(page.getByText(OFFLINE)).toBeHidden();
  await expect(page.getByRole("heading", { name: "Play" })).toBeVisible();
});

// Chromium emulates that requests fail, but documents that are opened later may not be told.
const SAY_OFFLINE =
  "Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })";
const SAY_ONLINE = "delete navigator.onLine; dispatchEvent(new Event('online'))";

test("a chosen language is available offline", async ({ page, context }) => {
  await page.goto("/login");
  await waitForPrecache(page);
  await page.goto("/");
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^তীর|^টির/ })).toBeVisible();
  await expect
    .poll(() => cachedPaths(page), { timeout: 30_000 })
    .toContainEqual(expect.stringMatching(/bn\.play\.json$/));
  await context.setOffline(true);
  await page.goto("/login");
  await expect(page.getByLabel("ফোন নম্বর")).toBeVisible();
});

test("responses of the API are never cached", async ({ page, product, context }) => {
  await signIn(page, await product.signUp());
  await waitForPrecache(page);
  for (const path of ["/app", "/app/play", "/app/wallet", "/app/history", "/"]) {
    await page.goto(path);
    await expect.poll(() => page.evaluate(API_RESPONSE_COUNT), path).toBeGreaterThan(0);
  }
  const cached = await cachedPaths(page);
  expect(cached).toContain("/app.html");
  expect(cached.filter((path) => path.startsWith("/api"))).toEqual([]);
  await context.setOffline(true);
  const outcome = page.evaluate("fetch('/api/houses').then(() => 'response', () => 'failure')");
  expect(await outcome).toBe("failure");
});

/** How many responses of the API this page has received. */
const API_RESPONSE_COUNT =
  "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).length";

test("a new version is announced, and takes over only on request", async ({ page, product }) => {
  const upgrade = await serveUpgrade(product);
  try {
    await page.goto(upgrade.url);
    await waitForPrecache(page);
    const [old] = await cacheNames(page);
    upgrade.publish();
    await page.reload();
    await page.evaluate("globalThis.isSamePage = true");
    await expect(page.getByText("A new version is ready")).toBeVisible({ timeout: 30_000 });
    await page.getByRole("link", { name: "Register" }).first().click();
    await expect(page.getByText("A new version is ready")).toBeVisible();
    expect(await cacheNames(page)).toContain(old);
    expect(await page.evaluate("globalThis.isSamePage")).toBe(true);

    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload", exact: true }).click();
    await reloaded;
    await expect(page.getByLabel("Phone number")).toBeVisible();
    await expect.poll(() => cacheNames(page), { timeout: 30_000 }).toEqual([`${old}-newer`]);
    await expect(page.getByText("A new version is ready")).toBeHidden();
    expect(await page.evaluate("globalThis.isSamePage")).toBeUndefined();
  } finally {
    await upgrade.stop();
  }
});

test("Reload opens the new version even if the browser keeps it waiting", async ({
  page,
  product,
}) => {
  const upgrade = await serveUpgrade(product);
  try {
    await page.goto(upgrade.url);
    await waitForPrecache(page);
    const [old] = await cacheNames(page);
    upgrade.publish((worker) => worker.replace("take over", "stay where you are"));
    await page.reload();
    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload", exact: true }).click();
    await reloaded;
    await expect.poll(() => cacheNames(page), { timeout: 30_000 }).toEqual([`${old}-newer`]);
    await expect(page.getByText("A new version is ready")).toBeHidden();
  } finally {
    await upgrade.stop();
  }
});

test.describe("a script that a new version has replaced", () => {
  test.use({ serviceWorkers: "block", expectedErrors: /dynamically imported module/ });

  test("reloads the page with the new version", async ({ page, product }) => {
    await signIn(page, await product.signUp());
    let navigations = 0;
    page.on("request", (request) => void (request.isNavigationRequest() && navigations++));
    await page.route("**/assets/play-screen-*.js", (route) =>
      navigations === 0 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.getByRole("link", { name: "Play", exact: true }).first().click();
    await expect(page.getByRole("heading", { name: "Play" })).toBeVisible();
    expect(navigations).toBe(1);
  });

  test("shows an error instead of reloading forever if the file is missing", async ({
    page,
    product,
  }) => {
    await signIn(page, await product.signUp());
    let navigations = 0;
    page.on("request", (request) => void (request.isNavigationRequest() && navigations++));
    await page.route("**/assets/play-screen-*.js", (route) => route.fulfill({ status: 404 }));
    await page.getByRole("link", { name: "Play", exact: true }).first().click();
    await expect(page.getByText("Something went wrong on this page")).toBeVisible();
    expect(navigations).toBe(1);
  });
});

test("a file that a full phone cannot keep is used all the same", async ({ page, product }) => {
  await signIn(page, ADMIN);
  await waitForPrecache(page);
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(product.url);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  await page.goto("/app/admin");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // It has had the time to be kept.
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await cachedPaths(page)).not.toContainEqual(expect.stringMatching(/\/admin-routes/));
});

test.describe("a connection that is lost before a screen is first opened", () => {
  test.use({ serviceWorkers: "block", expectedErrors: /^Failed to|network/ });

  test("shows an error, and the screen loads once the browser is online again", async ({
    page,
    product,
    context,
  }) => {
    await signIn(page, await product.signUp());
    await context.setOffline(true);
    await page.getByRole("link", { name: "Play", exact: true }).first().click();
    const failure = page.getByRole("main").getByRole("alert").filter({ hasText: "Network error" });
    await expect(failure).toBeVisible();
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(failure).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { name: "Play" })).toBeVisible();
  });

  test("can be retried if the browser does not notice that it is back", async ({
    page,
    product,
  }) => {
    await signIn(page, await product.signUp());
    const screen = /history-screen/;
    await page.route(screen, (route) => route.abort());
    // The error screen would load the screen by itself once the server answers.
    await page.route("**/api/health/*", (route) => route.abort());
    await page.getByRole("link", { name: "History", exact: true }).first().click();
    const retry = page.getByRole("main").getByRole("button", { name: "Try again" });
    await expect(retry).toBeVisible();
    await page.unroute(screen);
    await retry.click();
    await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  });
});

/** Waits until the service worker controls the page and its first files are cached. */
async function waitForPrecache(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate("navigator.serviceWorker.controller?.state"), { timeout: 30_000 })
    .toBe("activated");
  await expect
    .poll(() => cachedPaths(page))
    .toContainEqual(expect.stringMatching(/en\.play\.json$/));
}

const cacheNames = (page: Page): Promise<string[]> => page.evaluate("caches.keys()");

/** The paths of all cached files. */
const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })()`);

async function sizeOfPng(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

interface Upgrade {
  url: string;
  publish: (change?: (worker: string) => string) => void;
  stop: () => Promise<unknown>;
}

/** Serves the product through a proxy that can publish a new version of its service worker. */
async function serveUpgrade(product: Product): Promise<Upgrade> {
  let change: ((worker: string) => string) | undefined;
  const server: Server = createServer(({ url = "", method, headers }, response) => {
    const target = new URL(url, product.url);
    // Always requested in full, or the new version would be answered as "not modified".
    const { "if-none-match": _, "if-modified-since": __, ...otherHeaders } = headers;
    const options = { method, headers: { ...otherHeaders, "accept-encoding": "identity" } };
    const request = forward(target, options, (upstream) => {
      const chunks: Buffer[] = [];
      upstream.on("data", (chunk: Buffer) => chunks.push(chunk));
      upstream.on("end", () => {
        const body = Buffer.concat(chunks).toString("latin1");
        const sent = target.pathname === "/sw.js" && change ? change(body) : body;
        const { "content-length": ___, ...rest } = upstream.headers;
        response.writeHead(upstream.statusCode ?? 500, rest).end(sent, "latin1");
      });
    });
    request.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return {
    url: `http://127.0.0.1:${address.port}`,
    publish: (changeMore = (worker) => worker) => {
      change = (worker) => changeMore(worker.replace(/(version:`[^`]*)`/, "$1-newer`"));
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
