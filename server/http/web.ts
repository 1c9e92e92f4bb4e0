import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../refusal.ts";
import { refuse } from "./errors.ts";
import { isRead } from "./is-read.ts";
import { PreparedAnswer, sendPrepared } from "./prepared-answer.ts";

/** The output folder of the web build, relative to the source file or to dist/server. */
const WEB_ROOT = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../dist/web/" : "../../web/", import.meta.url),
);

const YEAR = "public, max-age=31536000, immutable";

/**
 * Serves the web app, from memory (042). The front page at / is rendered at build time. Every other
 * path gets the same empty page, because the app's router handles it; its Link header names the
 * files that the screen of that path needs as well. Any other missing file is refused.
 */
export async function serveWeb(app: FastifyInstance, root = WEB_ROOT): Promise<void> {
  const files = readFiles(root);
  const links = readLinks(root);
  app.addHook("onRequest", (request, reply, done) => {
    const link = links[request.url.replace(/\?.*/, "")];
    if (link !== undefined && wantsPage(request)) reply.header("link", link);
    done();
  });
  for (const [path, file] of files) {
    const send = (request: FastifyRequest, reply: FastifyReply) => sendFile(request, reply, file);
    const urls = path === FRONT_PAGE ? [path, "/"] : [path];
    for (const url of urls) app.route({ method: "GET", url, compress: false, handler: send });
  }
  const empty_page = files.get(EMPTY_PAGE);
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) return refuse(reply, new Refusal("not_found"));
    return empty_page ? sendFile(request, reply, empty_page) : sayNotBuilt(reply);
  });
}

const FRONT_PAGE = "/index.html";
const EMPTY_PAGE = "/app.html";

interface BuiltFile {
  answer: PreparedAnswer;
  type: string;
  cache_control: string;
}

const sendFile = (request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply =>
  sendPrepared(request, reply, file.answer, file);

/** The Content-Type of each kind of file that the build writes. */
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** The endings that the build gives to compressed files, by their names in Accept-Encoding. */
const ENCODINGS = { br: ".br", gzip: ".gz" };

/** All files of the build by their paths, except hidden ones; none when it is not built. */
function readFiles(root: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  if (!existsSync(root)) return files;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(root, file)}`;
    const is_compressed = Object.values(ENCODINGS).includes(extname(path));
    if (!entry.isFile() || is_compressed || path.includes("/.")) continue;
    const type = TYPES[extname(path)];
    if (type === undefined) throw new Error(`${path} has no content type`);
    const compressed = Object.entries(ENCODINGS).flatMap(([encoding, ending]): [string, Buffer][] =>
      existsSync(file + ending) ? [[encoding, readFileSync(file + ending)]] : [],
    );
    files.set(path, {
      answer: new PreparedAnswer(readFileSync(file), new Map(compressed)),
      type,
      cache_control: cacheOf(path),
    });
  }
  return files;
}

/** The Link header of each path, which the build wrote. */
function readLinks(root: string): Record<string, string> {
  const path = `${root}/.vite/links.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

/** Files under assets/ have a hash in their names and are cached; others must be revalidated. */
const cacheOf = (path: string): string => (path.startsWith("/assets/") ? YEAR : "no-cache");

const wantsPage = (request: FastifyRequest): boolean =>
  isRead(request) &&
  (request.headers.accept ?? "").includes("text/html") &&
  !/^\/api(\/|\?|$)/.test(request.url);

const sayNotBuilt = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .type("text/plain; charset=utf-8")
    .send("The web app is not built yet: `npm start` builds it. The API is there, under /api.\n");
