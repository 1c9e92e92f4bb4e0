import { posix } from "node:path";
import type { Finding, SourceFile } from "./walls.ts";

/** The names that documents may refer to. */
export interface Known {
  /** The paths of all files, relative to the project's root. */
  paths: ReadonlySet<string>;
  /** The names of package.json's scripts. */
  npm_scripts: ReadonlySet<string>;
  /** The text of all code, in which every name in a document must occur. */
  code: string;
}

/** Finds links, commands, files and names in a document that do not exist. */
export function findDeadReferences(file: SourceFile, known: Known): Finding[] {
  if (!file.path.endsWith(".md")) return [];
  return [
    ...findDeadLinks(file, known),
    ...findUnknownCommands(file, known),
    ...findUnknownNames(file, known),
  ].map((what) => `${file.path}: ${what}`);
}

function findDeadLinks({ path, text }: SourceFile, known: Known): Finding[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)];
  return links
    .map(([, markdown, html]) => (markdown ?? html ?? "").split("#")[0] ?? "")
    .filter((link) => link !== "" && !/^[a-z]+:/.test(link))
    .filter((link) => !exists(posix.join(posix.dirname(path), decodeURI(link)), known))
    .map((link) => `the link ${link} leads nowhere`);
}

function findUnknownCommands({ text }: SourceFile, known: Known): Finding[] {
  const own = new Set(["ci", "install", "i", "run"]);
  return [...text.matchAll(/\bnpm (?:run )?([a-z][a-z0-9:-]*)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !own.has(name) && !known.npm_scripts.has(name))
    .map((name) => `there is no script "npm run ${name}"`);
}

/**
 * Checks names in backticks: paths must exist; codes, columns and functions must be in the code.
 */
function findUnknownNames({ text }: SourceFile, known: Known): Finding[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => {
      const is_path = /^(contract|server|web|e2e|bench|docs|scripts)\/[\w./-]+$/.test(name);
      if (is_path) return !exists(name, known);
      return /^[a-z]+(_[a-z]+)+$/.test(name) && !new RegExp(`\\b${name}\\b`).test(known.code);
    })
    .map((name) => `\`${name}\` does not exist`);
}

function exists(path: string, { paths }: Known): boolean {
  const wanted = path.replace(/\/$/, "");
  return paths.has(wanted) || [...paths].some((one) => one.startsWith(`${wanted}/`));
}
