import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { type Product, signIn, test } from "./product.ts";

const OFFLINE = "You are offline. What you see may be out of date.";

test.use({ serviceWorkers: "allow" });

test("a browser finds nothing that keeps the app from being installed", async ({
  page,
  product,
}) => {
  await page.goto("/login");
  await isKept(page);
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(url).toBe(`${product.url}/manifest.webmanifest`);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // Pages of tests are windows of their own, in which nothing can be installed.
  const others = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
  expect(others).toEqual([]);

  const manifest = JSON.parse(data ?? "");
  expect(manifest).toMatchObject({ name: "Nishana", start_url: "/app", display: "standalone" });
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await fetch(product.url + src);
    expect(answer.headers.get("content-type")).toBe(type);
    if (type === "image/png") expect(`${await sizeOfPng(answer)}`).toBe(sizes);
  }
  expect(manifest.icons).toContainEqual(expect.objectContaining({ purpose: "maskable" }));
});

test("without a connection the app opens and says so; with one it goes on", async ({
  page,
  product,
  context,
}) => {
  await signIn(page, await product.signUp());
  await isKept(page);
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();

  await page.goto("/app/play");
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Network error" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();

  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await page.goto("/app/play");

  await context.setOffline(false);
  await expect(page.getByText(OFFLINE)).toBeHidden();
  await expect(page.getByRole("heading", { name: "Play" })).toBeVisible();
});

test("a language that was chosen is there without a connection", async ({ page, context }) => {
  await page.goto("/login");
  await isKept(page);
  await page.goto("/");
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^তীর|^টির/ })).toBeVisible();
  await expect.poll(() => keptBy(page)).toContainEqual(expect.stringMatching(/bn\.play\.json$/));
  await context.setOffline(true);
  await page.goto("/login");
  await expect(page.getByLabel("ফোন নম্বর")).toBeVisible();
});

test("what the API says is never kept", async ({ page, product, context }) => {
  await signIn(page, await product.signUp());
  await isKept(page);
  for (const path of ["/app", "/app/play", "/app/wallet", "/app/history", "/"]) {
    await page.goto(path);
    await expect.poll(() => page.evaluate(API_ANSWERS), path).toBeGreaterThan(0);
  }
  const kept = await keptBy(page);
  expect(kept).toContain("/app.html");
  expect(kept.filter((path) => path.startsWith("/api"))).toEqual([]);
  await context.setOffline(true);
  const answer = page.evaluate("fetch('/api/houses').then(() => 'an answer', () => 'none')");
  expect(await answer).toBe("none");
});

/** How many answers of the API this page has had. */
const API_ANSWERS =
  "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).length";

test("a newer version is told of, and waits until it is wanted", async ({ page, product }) => {
  const newer = await serveNewer(product);
  try {
    await page.goto(newer.url);
    await isKept(page);
    const [old] = await cachesOf(page);
    newer.publish();
    await page.reload();
    await page.evaluate("globalThis.isSamePage = true");
    await expect(page.getByText("A new version is ready")).toBeVisible();
    await page.getByRole("link", { name: "Register" }).first().click();
    await expect(page.getByText("A new version is ready")).toBeVisible();
    expect(await cachesOf(page)).toContain(old);
    expect(await page.evaluate("globalThis.isSamePage")).toBe(true);

    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload", exact: true }).click();
    await reloaded;
    await expect(page.getByLabel("Phone number")).toBeVisible();
    await expect.poll(() => cachesOf(page)).toEqual([`${old}-newer`]);
    await expect(page.getByText("A new version is ready")).toBeHidden();
    expect(await page.evaluate("globalThis.isSamePage")).toBeUndefined();
  } finally {
    await newer.stop();
  }
});

test("a newer version that the browser leaves waiting leaves nobody waiting", async ({
  page,
  product,
}) => {
  const newer = await serveNewer(product);
  try {
    await page.goto(newer.url);
    await isKept(page);
    newer.publish((worker) => worker.replace("take over", "stay where you are"));
    await page.reload();
    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload", exact: true }).click();
    await reloaded;
    await expect(page.getByText("A new version is ready")).toBeVisible();
  } finally {
    await newer.stop();
  }
});

test.describe("a file that a newer version has replaced", () => {
  test.use({ serviceWorkers: "block", expectedErrors: /dynamically imported module/ });

  test("makes the page start anew with that", async ({ page, product }) => {
    await signIn(page, await product.signUp());
    let pages = 0;
    page.on("request", (request) => void (request.isNavigationRequest() && pages++));
    await page.route("**/assets/play-screen-*.js", (route) =>
      pages === 0 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.getByRole("link", { name: "Play", exact: true }).first().click();
    await expect(page.getByRole("heading", { name: "Play" })).toBeVisible();
    expect(pages).toBe(1);
  });

  test("and that nobody has ends in a sentence, not in a circle", async ({ page, product }) => {
    await signIn(page, await product.signUp());
    let pages = 0;
    page.on("request", (request) => void (request.isNavigationRequest() && pages++));
    await page.route("**/assets/play-screen-*.js", (route) => route.fulfill({ status: 404 }));
    await page.getByRole("link", { name: "Play", exact: true }).first().click();
    await expect(page.getByText("Something went wrong on this page")).toBeVisible();
    expect(pages).toBe(1);
  });
});

test.describe("a connection that is lost before a screen was first opened", () => {
  test.use({ serviceWorkers: "block", expectedErrors: /^Failed to|network/ });

  test("is told of, and the screen comes once it is back", async ({ page, product, context }) => {
    await signIn(page, await product.signUp());
    await context.setOffline(true);
    await page.getByRole("link", { name: "Play", exact: true }).first().click();
    const told = page.getByRole("main").getByRole("alert").filter({ hasText: "Network error" });
    await expect(told).toBeVisible();
    await told.getByRole("button", { name: "Try again" }).click();
    await expect(told).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { name: "Play" })).toBeVisible();
  });

  test("and is back unnoticed: the screen is asked for again", async ({ page, product }) => {
    await signIn(page, await product.signUp());
    await page.route(/history-screen|health\/live/, (route) => route.abort());
    await page.getByRole("link", { name: "History", exact: true }).first().click();
    const again = page.getByRole("main").getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    await page.unrouteAll();
    await again.click();
    await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  });
});

/** Waits until the worker answers for the page and has kept all that it keeps at first. */
async function isKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate("navigator.serviceWorker.controller?.state"), { timeout: 30_000 })
    .toBe("activated");
  await expect.poll(() => keptBy(page)).toContainEqual(expect.stringMatching(/en\.play\.json$/));
}

const cachesOf = (page: Page): Promise<string[]> => page.evaluate("caches.keys()");

/** The paths of everything that is kept on the device. */
const keptBy = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })()`);

async function sizeOfPng(answer: Response): Promise<string> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

interface Newer {
  url: string;
  publish: (change?: (worker: string) => string) => void;
  stop: () => Promise<unknown>;
}

/** The product behind an address of its own, at which a newer build can be published. */
async function serveNewer(product: Product): Promise<Newer> {
  let change: ((worker: string) => string) | undefined;
  const server: Server = createServer(({ url = "", method, headers }, response) => {
    const target = new URL(url, product.url);
    // Asked for whole and anew, or what was published would be "not modified".
    const { "if-none-match": _, "if-modified-since": __, ...others } = headers;
    const sent = { method, headers: { ...others, "accept-encoding": "identity" } };
    const asked = forward(target, sent, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const body = Buffer.concat(chunks).toString("latin1");
        const said = target.pathname === "/sw.js" && change ? change(body) : body;
        const { "content-length": ___, ...rest } = answer.headers;
        response.writeHead(answer.statusCode ?? 500, rest).end(said, "latin1");
      });
    });
    asked.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return {
    url: `http://127.0.0.1:${address.port}`,
    publish: (further = (worker) => worker) => {
      change = (worker) => further(worker.replace(/(version:`[^`]*)`/, "$1-newer`"));
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
