import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../refusal.ts";
import { refuse } from "./errors.ts";

/** Where the build puts the screens, as seen from the source and from dist/server. */
const WEB_ROOT = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../dist/web/" : "../../web/", import.meta.url),
);

const YEAR = "public, max-age=31536000, immutable";

/**
 * Serves the web app. At / stands the front page, written when it was built; its router knows all
 * other paths, so that whoever asks for one gets the same empty page. The Link header names what
 * the page of a path needs beyond that. Anything else that is not there is refused.
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

/** By path, what the build says that its screen loads. */
function readLinks(root: string): Record<string, string> {
  const path = `${root}/.vite/links.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

/** Files under assets/ carry their hash in their name; the others must be asked for again. */
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
