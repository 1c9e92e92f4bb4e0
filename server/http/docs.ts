import type { FastifyInstance } from "fastify";
import type { RouteShape } from "../../contract/route.ts";
import { DOCS_STYLE } from "./docs-style.ts";
import { describeApi, type JsonSchema, type OpenApi, type Operation } from "./openapi.ts";

/**
 * Serves the API document and a readable HTML page of it, without scripts. Both are generated once,
 * at start.
 */
export function serveDocs(app: FastifyInstance, table: Record<string, RouteShape>): void {
  const api = describeApi(table);
  const files = [
    ["/api/openapi.json", "application/json; charset=utf-8", JSON.stringify(api)],
    ["/api/docs", "text/html; charset=utf-8", pageOf(api)],
    ["/api/docs.css", "text/css; charset=utf-8", DOCS_STYLE],
  ] as const;
  for (const [path, type, text] of files) {
    app.get(path, (_request, reply) =>
      reply.type(type).header("cache-control", "no-cache").send(text),
    );
  }
}

/** The page of an API document. */
export function pageOf({ info, tags, paths }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method, path, call })),
  );
  const sections = tags.map(({ name }) => {
    const own = calls.filter(({ call }) => call.tags.includes(name));
    return html`<section id="${name}">
      <h2>${name}</h2>
      ${own.map(({ method, path, call }) => callOf(method.toUpperCase(), path, call))}
    </section>`;
  });
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title} API</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <header>
          <h1>${info.title} API</h1>
          <p>${info.description}</p>
          <p>
            A session's token goes in <code>Authorization: Bearer …</code>. All paths begin with
            <code>/api</code>. The same for machines: <a href="/api/openapi.json">openapi.json</a>.
          </p>
          <nav>${tags.map(({ name }) => html`<a href="#${name}">${name}</a> `)}</nav>
        </header>
        <main>${sections}</main>
      </body>
    </html>`.text;
}

function callOf(method: string, path: string, call: Operation): Html {
  const body = Object.entries(call.requestBody?.content ?? {});
  return html`<article id="${call.operationId}">
    <h3>
      <span class="method ${method}">${method}</span> <code>${path}</code>
      <span class="access">${accessOf(call)}</span>
    </h3>
    <p>${call.summary}</p>
    ${call.parameters.length > 0 ? parametersOf(call) : ""}
    ${body.map(
      ([type, { schema }]) =>
        html`<h4>Body <small>${type}</small></h4>
          ${shapeOf(schema)}`,
    )}
    ${Object.entries(call.responses).map(([status, response]) => answerOf(status, response))}
  </article>`;
}

function accessOf({ security }: Operation): string {
  if (security.length === 0) return "anybody";
  if (security.length > 1) return "anybody, with or without a session";
  return JSON.stringify(security).includes("admin") ? "admins" : "with a session";
}

const parametersOf = ({ parameters }: Operation): Html =>
  html`<h4>Parameters</h4>
    <dl>
      ${parameters.map(
        ({ name, in: place, required, schema, description }) =>
          html`<dt><code>${name}</code> <small>${place}${required ? "" : ", optional"}</small></dt>
            <dd><code>${notation(schema)}</code> ${description ?? schema.description ?? ""}</dd>`,
      )}
    </dl>`;

function answerOf(status: string, { description, content }: Operation["responses"][string]): Html {
  const is_success = status.startsWith("2");
  if (status === "304")
    return html`<h4>304</h4>
      <p>${description}</p>`;
  const [entry] = Object.entries(content ?? {});
  const lines = description.split("\n").map((line) => line.split(": "));
  return is_success
    ? html`<h4>${status} <small>${entry?.[0] ?? "empty"}</small></h4>
        ${entry ? shapeOf(entry[1].schema) : ""}`
    : html`<h4>${status}</h4>
        <dl>
          ${lines.map(
            ([code = "", ...when]) =>
              html`<dt><code>${code}</code></dt>
                <dd>${when.join(": ")}</dd>`,
          )}
        </dl>`;
}

const shapeOf = (schema: JsonSchema): Html => html`<pre>${notation(schema)}</pre>`;

/** A JSON schema in approximate TypeScript notation. */
export function notation(schema: JsonSchema | boolean, indent = ""): string {
  if (typeof schema === "boolean") return "any";
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => notation(choice, indent)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  if (schema.type === "array") return arrayNotation(schema, indent);
  if (schema.type === "object") return objectNotation(schema, indent);
  return scalarNotation(schema);
}

function arrayNotation({ items }: JsonSchema, indent: string): string {
  const [item = {}] = Array.isArray(items) ? items : [items];
  const inner = notation(item, indent);
  return inner.includes(" | ") && !inner.startsWith("{") ? `(${inner})[]` : `${inner}[]`;
}

function objectNotation(schema: JsonSchema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (typeof additionalProperties === "object") {
    return `{ [name: string]: ${notation(additionalProperties, indent)} }`;
  }
  const deeper = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${deeper}${name}${mark}: ${notation(property, deeper)}`;
  });
  return lines.length > 0 ? `{\n${lines.join("\n")}\n${indent}}` : "{}";
}

function scalarNotation(schema: JsonSchema): string {
  const { type = "any", format, minimum, maximum, minLength, maxLength } = schema;
  const lower = minimum ?? minLength;
  const upper = maximum ?? maxLength;
  const isBound = (bound?: number) => bound !== undefined && Math.abs(bound) < DEFAULT_BOUND;
  const bounds = [
    ...(isBound(lower) ? [`≥ ${lower}`] : []),
    ...(isBound(upper) ? [`≤ ${upper}`] : []),
  ];
  const prefix = minLength === undefined && maxLength === undefined ? "" : "length ";
  const notes = [
    ...(format ? [format] : []),
    ...(bounds.length ? [prefix + bounds.join(" ")] : []),
  ];
  return notes.length > 0 ? `${String(type)} (${notes.join(", ")})` : String(type);
}

/** The default bound of every integer, which is not shown. */
const DEFAULT_BOUND = Number.MAX_SAFE_INTEGER;

interface Html {
  text: string;
}

/** An HTML template; strings are escaped, values that are already `Html` are not. */
function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  const filled = values.map((value) => {
    if (typeof value === "string") return escape(value);
    return Array.isArray(value) ? value.map(({ text }) => text).join("") : value.text;
  });
  return { text: parts.map((part, index) => part + (filled[index] ?? "")).join("") };
}

const entities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities.get(character) ?? character);
