import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../refusal.ts";
import { refuse } from "./errors.ts";

/** The output folder of the web build, relative to the source file or to dist/server. */
const WEB_ROOT = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../dist/web/" : "../../web/", import.meta.url),
);

const YEAR = "public, max-age=31536000, immutable";

/**
 * Serves the web app. The front page at / is rendered at build time. Every other path gets the same
 * empty page, because the app's router handles it; its Link header names the files that the screen
 * of that path needs as well. Any other missing file is refused.
 */
export async function serveWeb(app: FastifyInstance, root = WEB_ROOT): Promise<void> {
  const is_built = existsSync(`${root}/${EMPTY_PAGE}`);
  const links = is_built ? readLinks(root) : {};
  if (is_built) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header("cache-control", cacheOf(path.slice(root.length))),
    });
  }
  app.addHook("onRequest", (request, reply, done) => {
    const link = links[request.url.replace(/\?.*/, "")];
    if (link !== undefined && wantsPage(request)) reply.header("link", link);
    done();
  });
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) return refuse(reply, new Refusal("not_found"));
    return is_built ? reply.sendFile(EMPTY_PAGE) : sayNotBuilt(reply);
  });
}

const EMPTY_PAGE = "app.html";

/** The Link header of each path, which the build wrote. */
function readLinks(root: string): Record<string, string> {
  const path = `${root}/.vite/links.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

/** Files under assets/ have a hash in their names and are cached; others must be revalidated. */
const cacheOf = (path: string): string => (/^\/?assets\//.test(path) ? YEAR : "no-cache");

const wantsPage = ({ method, headers, url }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") &&
  (headers.accept ?? "").includes("text/html") &&
  !/^\/api(\/|\?|$)/.test(url);

const sayNotBuilt = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .type("text/plain; charset=utf-8")
    .send("The web app is not built yet: `npm start` builds it. The API is there, under /api.\n");
