import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Connect, Plugin } from "vite";
import { LANGUAGES } from "../../contract/languages.ts";
import { compileMessages } from "../../web/lib/compile-messages.ts";
import { MESSAGE_PARTS, type MessagePart } from "../../web/lib/message-parts.ts";
import { root } from "../tools.mjs";

/**
 * Emits every part of every catalogue as a compiled file, such as `hi.play.json`, so that the
 * browser needs no message parser. One hash in the folder's name covers all files, so that it needs
 * no list of files. Messages missing in a catalogue fall back to English.
 */
export function messages(): Plugin {
  return {
    name: "nishana-messages",
    config: (_, { command }) => ({
      define: {
        "import.meta.env.MESSAGES": JSON.stringify(command === "serve" ? DEV : messagesFolder),
      },
    }),
    configureServer: ({ middlewares }) => void middlewares.use(DEV, serveFresh),
    generateBundle() {
      for (const [name, source] of files) {
        this.emitFile({ type: "asset", fileName: `${messagesFolder.slice(1)}${name}`, source });
      }
    },
  };
}

const DEV = "/messages/";
const PARTS: readonly MessagePart[] = ["core", ...MESSAGE_PARTS];
const files = compileAll();

const version = hash("sha256", JSON.stringify([...files]), "base64url").slice(0, 8);

/** The URL path of the messages, with a slash at both ends. */
export const messagesFolder = `/assets/messages-${version}/`;

/** Some compiled parts of the English catalogue, as the browser receives them. */
export const englishMessages = (parts: readonly MessagePart[]) =>
  new Map(parts.map((part) => [part, compile("en", part)]));

function compileAll(): Map<string, string> {
  const all = LANGUAGES.flatMap((language) =>
    PARTS.map((part): [string, string] => [
      `${language}.${part}.json`,
      JSON.stringify(compile(language, part)),
    ]),
  );
  return new Map(all);
}

function compile(language: string, part: string) {
  const read = (name: string) => readFileSync(`${root}web/locales/${name}.json`, "utf8");
  return compileMessages(read(language), read("en"), part);
}

/** In development, the catalogues are read on each request. */
const serveFresh: Connect.NextHandleFunction = (request, response, next) => {
  const [, language = "", part = ""] = /^\/(\w+)\.(\w+)\.json$/.exec(request.url ?? "") ?? [];
  if (!PARTS.some((name) => name === part)) return next();
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(compile(language, part)));
};
