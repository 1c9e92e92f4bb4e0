import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { protectPages } from "./security.ts";
import { serveWeb } from "./web.ts";

const PAGE = { accept: "text/html,application/xhtml+xml" };

const root = mkdtempSync(join(tmpdir(), "nishana-web-"));
const web = Fastify();

beforeAll(async () => {
  mkdirSync(join(root, "assets"));
  mkdirSync(join(root, ".vite"));
  writeFileSync(join(root, "index.html"), "<!doctype html><title>Nishana, in front</title>");
  writeFileSync(join(root, "app.html"), "<!doctype html><title>Nishana</title>");
  writeFileSync(join(root, ".vite", "links.json"), '{"/login":"</b.js>"}');
  writeFileSync(join(root, "mark.svg"), "<svg/>");
  writeFileSync(join(root, "assets", "main-1a2b3c.js"), "export {};");
  writeFileSync(join(root, "assets", "main-1a2b3c.js.br"), "packed");
  writeFileSync(join(root, ".secret"), "secret");
  await web.register(async (pages) => {
    await protectPages(pages);
    await serveWeb(pages, root);
  });
});
afterAll(async () => {
  await web.close();
  rmSync(root, { recursive: true });
});

const ask = (url: string, headers: Record<string, string> = PAGE) =>
  web.inject({ method: "GET", url, headers });

it.each([
  ["/", "Nishana, in front"],
  ["/?from=a-friend", "Nishana, in front"],
  ["/login", "Nishana"],
  ["/app/play?house=1", "Nishana"],
  ["/app/admin/users", "Nishana"],
  ["/no/such/page", "Nishana"],
])("serves %s as the page %j, which must be revalidated", async (url, title) => {
  const answer = await ask(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.payload).toContain(`<title>${title}</title>`);
  expect(answer.headers).toMatchObject({
    "cache-control": "no-cache",
    "content-type": "text/html; charset=utf-8",
  });
  expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
  expect(answer.headers["referrer-policy"]).toBe("no-referrer");
});

it("sends a Link header with the files that the screen loads", async () => {
  expect((await ask("/login?next=/app")).headers["link"]).toBe("</b.js>");
  expect((await ask("/app")).headers["link"]).toBeUndefined();
  expect((await ask("/mark.svg")).headers["link"]).toBeUndefined();
});

it("lets files with a hash in their names be cached for a year", async () => {
  const answer = await ask("/assets/main-1a2b3c.js", { accept: "*/*" });
  expect(answer.payload).toBe("export {};");
  expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect((await ask("/mark.svg")).headers["cache-control"]).toBe("no-cache");
});

it("serves the files that the build has compressed", async () => {
  const answer = await ask("/assets/main-1a2b3c.js", { "accept-encoding": "br" });
  expect(answer.payload).toBe("packed");
  expect(answer.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  });
});

it("answers 304 to a browser that has the file, and sends no body for HEAD", async () => {
  const { headers } = await ask("/mark.svg");
  const etag = String(headers["etag"]);
  const again = await ask("/mark.svg", { "if-none-match": etag });
  expect(again).toMatchObject({ statusCode: 304, payload: "" });
  expect(await ask("/login", { ...PAGE, "if-none-match": etag })).toMatchObject({
    statusCode: 200,
  });
  const head = await web.inject({ method: "HEAD", url: "/mark.svg" });
  expect(head).toMatchObject({ statusCode: 200, payload: "" });
  expect(head.headers).toMatchObject({ "content-type": "image/svg+xml", "content-length": "6" });
});

it.each(["br;q=0", "*;q=0", "identity"])("answers a caller who takes %j plain", async (taken) => {
  const answer = await ask("/assets/main-1a2b3c.js", { "accept-encoding": taken });
  expect(answer.payload).toBe("export {};");
  expect(answer.headers).not.toHaveProperty("content-encoding");
});

it.each([
  ["/assets/main-old.js", { accept: "*/*" }],
  ["/favicon.ico", { accept: "image/*" }],
  ["/.secret", { accept: "*/*" }],
  ["/../secret", { accept: "*/*" }],
  ["/api", PAGE],
  ["/api/", PAGE],
  ["/api/nothing", PAGE],
  ["/api?x", PAGE],
])("has no %s", async (url, headers) => {
  const answer = await ask(url, headers);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: "not_found" });
});

it("does not serve a page in response to a form", async () => {
  const answer = await web.inject({ method: "POST", url: "/login", headers: PAGE });
  expect(answer.statusCode).toBe(404);
});

it("says so in one sentence when it is not built", async () => {
  const bare = Fastify();
  await bare.register(async (pages) => serveWeb(pages, join(root, "nowhere")));
  const answer = await bare.inject({ method: "GET", url: "/", headers: PAGE });
  expect(answer.statusCode).toBe(503);
  expect(answer.payload).toContain("The web app is not built yet");
  await bare.close();
});

it("does not start with a file whose Content-Type is not known", async () => {
  const strange = mkdtempSync(join(tmpdir(), "nishana-web-"));
  writeFileSync(join(strange, "notes.docx"), "");
  const server = Fastify();
  await expect(serveWeb(server, strange)).rejects.toThrow("/notes.docx has no content type");
  rmSync(strange, { recursive: true });
});
