import type { FastifyInstance } from "fastify";

/**
 * Bodies are JSON. An empty one is none, as clients send it that name the type of every call: what
 * takes no body is done, and what needs one says what is missing.
 */
export function readJson(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser("error", "error");
  api.removeContentTypeParser("text/plain");
  api.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, text, done) => {
      if (text === "") done(null, undefined);
      else void parse(request, text, done);
    },
  );
}
