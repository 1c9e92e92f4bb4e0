import type { FastifyInstance } from "fastify";

/**
 * Parses JSON bodies. An empty body counts as no body, because some clients send the content type
 * with every request; a route that needs a body then refuses with the missing field.
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
