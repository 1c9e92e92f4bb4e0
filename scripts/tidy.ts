import type { Finding, SourceFile } from "./walls.ts";

const MAX_LINE = 100;
const VAGUE_NAMES = ["utils", "util", "helpers", "helper", "common", "misc", "manager"];

/** The only files that may change balances and the ledger. */
const MONEY_WRITERS = [
  /^server\/wallet\//,
  /^server\/orders\/place-orders\.sql$/,
  /^server\/results\/(settle-chunk|void-settlement)\.sql$/,
  /^server\/db\/migrations\//,
  // Faults for the test of the invariants.
  /^server\/testing\/(subtly-)?broken-books\.ts$/,
];
const SQL_FOLDERS = ["db/migrations", "houses", "orders", "results", "reports"];

/** Finds vague names and names that are not in kebab case. */
export function findBadNames({ path }: SourceFile): Finding[] {
  if (!/^(contract|server|web|e2e|bench|scripts)\//.test(path)) return [];
  const findings: Finding[] = [];
  for (const part of path.split("/")) {
    const is_migration = /^\d{3}_[a-z0-9_]+\.sql$/.test(part);
    if (is_migration) continue;
    const [stem = ""] = part.split(".");
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem)) findings.push(`${path}: names are kebab-case`);
    if (VAGUE_NAMES.includes(stem)) findings.push(`${path}: "${stem}" names nothing in particular`);
  }
  return findings;
}

/** Finds lines that are too long and notes about unfinished work. */
export function findBadLines({ path, text }: SourceFile): Finding[] {
  const is_code = /\.(tsx?|mjs|sql|css)$/.test(path);
  const later = /\b(TODO|FIXME|XXX)\b/; // tidy: the rule itself
  return text.split("\n").flatMap((line, index) => {
    const where = `${path}:${index + 1}`;
    const findings: Finding[] = [];
    if (is_code && line.length > MAX_LINE && !isOneWord(line)) {
      findings.push(`${where}: over ${MAX_LINE} columns`);
    }
    if (later.test(line) && !line.includes("tidy: the rule itself")) {
      findings.push(`${where}: do it now, or leave it`);
    }
    return findings;
  });
}

/** A string or a list of CSS classes, which the formatter cannot break. */
function isOneWord(line: string): boolean {
  return /^\s*(\w+: )?(["'`]).*\2[,;)]*$/.test(line) || line.includes('className="');
}

/** Finds barrel files. */
export function findBarrels({ path, text }: SourceFile): Finding[] {
  if (!/\.tsx?$/.test(path)) return [];
  const passes_on = /^export\s+(type\s+)?(\*|\{[^}]*\})(\s+as\s+\w+)?\s+from\b/m.test(text);
  return passes_on ? [`${path} passes on what is not its own`] : [];
}

/** Finds statements that change balances or the ledger in any other file. */
export function findStrayMoney({ path, text }: SourceFile): Finding[] {
  if (!path.startsWith("server/") || !/\.(ts|sql)$/.test(path)) return [];
  if (path.endsWith(".test.ts") || MONEY_WRITERS.some((allowed) => allowed.test(path))) return [];
  const writes =
    /\b(insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+(wallets|ledger)\b/i;
  return writes.test(text) ? [`${path} writes money outside the wallet`] : [];
}

/** Finds SQL files outside their folders. */
export function findStraySql({ path }: SourceFile): Finding[] {
  const has_place = SQL_FOLDERS.some((folder) => path.startsWith(`server/${folder}/`));
  if (!path.endsWith(".sql") || has_place) return [];
  return [`${path}: SQL files lie in server/${SQL_FOLDERS.join(", ")}`];
}
