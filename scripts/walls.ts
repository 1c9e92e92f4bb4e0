import { posix } from "node:path";

/** A text file of the project: its path from the root, with slashes, and its content. */
export interface SourceFile {
  path: string;
  text: string;
}

/** A violation, as a sentence with the file's path. */
export type Finding = string;

/** A server domain may call only the services of domains on lower rungs. */
const LADDER = [
  ["wallet", "audit"],
  ["users", "houses", "notifications"],
  ["auth", "payments", "orders"],
  ["results"],
  ["reports", "system"],
];
/** Like app.ts, these may use all domains, and no domain may use them. */
const ASSEMBLY = ["demo", "backup"];
const INFRASTRUCTURE = ["db", "http", "testing"];

/** Files besides services that other domains may call: two without rows, and that of the keys. */
const BESIDE_SERVICES = [
  "server/orders/codes.ts",
  "server/users/password.ts",
  "server/wallet/idempotency.ts",
];

/** Folders of the web app that are not domains and that every folder may import. */
const WEB_SHARED = ["ui", "lib", "locales"];
/** Folders that may import all others and that no other folder may import. */
const WEB_ASSEMBLY = ["app"];

/** The contract files that the web app may import at run time; from the others only types. */
const WITHOUT_SCHEMA = /^contract\/(money|dates|languages|rules|[a-z-]+\/rules)\.ts$/;

interface Import {
  /** A path from the root, or a package name. */
  target: string;
  is_package: boolean;
  is_type: boolean;
}

/** Finds imports that are not allowed between the parts of the project. */
export function findBreachedWalls(file: SourceFile): Finding[] {
  if (!/\.tsx?$/.test(file.path)) return [];
  const [part] = file.path.split("/");
  return importsOf(file).flatMap((one) => {
    const why = part === undefined ? undefined : explainers[part]?.(file.path, one);
    return why === undefined ? [] : [`${file.path} imports ${one.target}: ${why}`];
  });
}

/** All imports of a file; relative ones as paths from the root. */
function importsOf({ path, text }: SourceFile): Import[] {
  const form =
    /^\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|import\("([^"]+)"\)/gm;
  return [...text.matchAll(form)].map(([, type, plain, lazy]) => {
    const name = plain ?? lazy ?? "";
    const is_package = !name.startsWith(".");
    const target = is_package ? name : posix.join(posix.dirname(path), name);
    return { target, is_package, is_type: type !== undefined };
  });
}

type Explain = (path: string, one: Import) => string | undefined;

const explainers: Record<string, Explain> = {
  contract: (path, one) => {
    if (path.endsWith(".test.ts")) return undefined;
    if (one.is_package) {
      return /^zod(\/|$)/.test(one.target) ? undefined : "the contract has only its schema library";
    }
    return one.target.startsWith("contract/") ? undefined : "the contract stands alone";
  },

  server: (path, one) => {
    if (one.is_package) return undefined;
    if (!/^(server|contract)\//.test(one.target)) return "the server knows only the contract";
    // Tests, their shared code and the proofs, which test all domains together.
    if (path.endsWith(".test.ts") || /^server\/(testing|proof)\//.test(path)) return undefined;
    return explainLadder(path, one.target);
  },

  web: (path, one) => {
    if (one.is_package) return undefined;
    if (one.target.startsWith("contract/")) {
      const may_run = one.is_type || path.includes(".test.") || WITHOUT_SCHEMA.test(one.target);
      return may_run ? undefined : "only types, or schemas would reach the browser";
    }
    if (!one.target.startsWith("web/")) return "the web app knows only the contract";
    return explainWebDomains(path, one.target);
  },

  e2e: (_path, one) =>
    one.is_package || /^(e2e|contract)\//.test(one.target)
      ? undefined
      : "journeys use the product from outside",
};

function explainLadder(path: string, target: string): string | undefined {
  const [, from = "", , ...deeper] = [...path.split("/"), ""];
  const [, to = "", to_file = ""] = target.split("/");
  const is_domain = deeper.length > 0 && ![...INFRASTRUCTURE, ...ASSEMBLY].includes(from);
  if (!is_domain || !target.startsWith("server/") || from === to) return undefined;
  if (to_file === "" || INFRASTRUCTURE.includes(to)) {
    return to === "testing" ? "only tests use it" : undefined;
  }
  const [from_rung, to_rung] = [rungOf(from), rungOf(to)];
  if (from_rung === -1) return `${from} has no rung on the ladder`;
  if (to_rung === -1) return `${to} has no rung on the ladder`;
  if (to_rung >= from_rung) return `${to} is not below ${from} on the ladder`;
  if (to_file === "service.ts" || BESIDE_SERVICES.includes(target)) return undefined;
  return "of another domain only the service is called";
}

function rungOf(domain: string): number {
  return LADDER.findIndex((rung) => rung.includes(domain));
}

function explainWebDomains(path: string, target: string): string | undefined {
  const [, from = "", inside] = path.split("/");
  const [, to = "", to_inside] = target.split("/");
  if (inside === undefined || to_inside === undefined || from === to) return undefined;
  if (WEB_ASSEMBLY.includes(from) || WEB_SHARED.includes(to)) return undefined;
  if (WEB_SHARED.includes(from)) return `${from} knows no domain`;
  return "web domains meet only in app";
}
