import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { findBadLines, findBadNames, findBarrels, findStrayMoney, findStraySql } from "./tidy.ts";
import { findDeadReferences, type Known } from "./tidy-docs.ts";
import { findBreachedWalls, type SourceFile } from "./walls.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = readProject();
const known: Known = {
  paths: new Set(files.map(({ path }) => path)),
  npm_scripts: new Set(Object.keys(JSON.parse(textOf("package.json")).scripts)),
  code: files
    .filter(({ path }) => !/\.(md|test\.tsx?)$/.test(path))
    .map(({ text }) => text)
    .join("\n"),
};

const guards: { name: string; find: (file: SourceFile) => string[] }[] = [
  { name: "walls", find: findBreachedWalls },
  { name: "names", find: findBadNames },
  { name: "lines", find: findBadLines },
  { name: "barrels", find: findBarrels },
  { name: "money", find: findStrayMoney },
  { name: "SQL files", find: findStraySql },
  { name: "documents", find: (file) => findDeadReferences(file, known) },
];

it.each(guards)("the project keeps its rules on $name", ({ find }) => {
  expect(files.flatMap(find)).toStrictEqual([]);
});

describe("the guard on imports", () => {
  it.each([
    ["contract/money.ts", 'import fs from "node:fs";', "only its schema library"],
    ["contract/money.ts", 'import { x } from "../server/app.ts";', "stands alone"],
    ["contract/money.ts", 'import {\n  x,\n} from "../server/app.ts";', "stands alone"],
    ["contract/money.ts", 'export { x } from "../server/app.ts";', "stands alone"],
    ["server/app.ts", 'import { x } from "../web/main.tsx";', "only the contract"],
    ["server/wallet/sql.ts", 'import { x } from "../orders/service.ts";', "not below wallet"],
    ["server/orders/service.ts", 'import { x } from "../auth/service.ts";', "not below orders"],
    ["server/orders/service.ts", 'import { x } from "../wallet/sql.ts";', "only the service"],
    ["server/chat/service.ts", 'import { x } from "../wallet/service.ts";', "no rung"],
    ["server/orders/service.ts", 'import { x } from "../demo/main.ts";', "demo has no rung"],
    ["server/orders/service.ts", 'import { x } from "../testing/makers.ts";', "only tests"],
    ["web/orders/api.ts", 'import { x } from "../../server/app.ts";', "only the contract"],
    ["web/orders/api.ts", 'const x = await import("../../server/app.ts");', "only the contract"],
    ["web/orders/api.ts", 'import { x } from "../wallet/api.ts";', "meet only in app"],
    ["web/orders/api.ts", 'import { x } from "../app/router.tsx";', "meet only in app"],
    ["web/ui/button.tsx", 'import { x } from "../orders/api.ts";', "ui knows no domain"],
    ["web/lib/client.ts", 'import { x } from "../../contract/table.ts";', "only types"],
    ["e2e/play.test.ts", 'import { x } from "../server/app.ts";', "from outside"],
  ])("finds in %s %j", (path, text, why) => {
    expect(findBreachedWalls({ path, text })).toStrictEqual([expect.stringContaining(why)]);
  });

  it.each([
    ["contract/orders/routes.ts", 'import * as z from "zod/mini";'],
    ["server/orders/service.ts", 'import { x } from "../wallet/service.ts";'],
    ["server/orders/service.ts", 'import { x } from "../db/transaction.ts";'],
    ["server/orders/service.ts", 'import { x } from "../refusal.ts";'],
    ["server/orders/sql.ts", 'import { x } from "./codes.ts";'],
    ["server/orders/service.test.ts", 'import { x } from "../results/service.ts";'],
    ["web/orders/api.ts", 'import type { x } from "../../contract/table.ts";'],
    ["web/orders/api.ts", 'import { x } from "../../contract/orders/rules.ts";'],
    ["web/orders/api.ts", 'import { x } from "../lib/client.ts";'],
    ["web/app/screens/dashboard.tsx", 'import { x } from "../../orders/api.ts";'],
  ])("lets %s do %j", (path, text) => {
    expect(findBreachedWalls({ path, text })).toStrictEqual([]);
  });
});

describe("the other guards find", () => {
  it.each([
    ["a vague name", findBadNames, "server/orders/utils.ts", ""],
    ["a vague folder", findBadNames, "web/common/button.tsx", ""],
    ["a name in camel case", findBadNames, "web/ui/bigButton.tsx", ""],
    ["a line that is too long", findBadLines, "web/a.ts", "x".repeat(101)],
    ["SQL that is too long", findBadLines, "server/a.sql", `select ${"x, ".repeat(40)}`],
    ["work left for later", findBadLines, "docs/a.md", "TODO: more"], // tidy: the rule itself
    ["a file that passes on others", findBarrels, "web/ui/all.ts", 'export * from "./button.ts";'],
    ["a name passed on", findBarrels, "web/ui/all.ts", 'export { Button } from "./button.ts";'],
    ["money moved in a service", findStrayMoney, "server/orders/sql.ts", "update wallets set x"],
    ["a ledger row elsewhere", findStrayMoney, "server/a.sql", "insert into\n  ledger (id)"],
    ["a dead link", deadReferences, "docs/a.md", "see [this](./gone.md)"],
    ["a dead picture", deadReferences, "README.md", '<img src="docs/gone.png">'],
    ["a command that is none", deadReferences, "README.md", "then `npm run fly`"],
    ["a file that is gone", deadReferences, "README.md", "in `server/gone.ts`"],
    ["an error code that is none", deadReferences, "README.md", "answers `no_such_code`"],
  ])("%s", (_what, find, path, text) => {
    expect(find({ path, text })).toHaveLength(1);
  });

  it("an SQL file in another folder and list the allowed folders", () => {
    const [said] = findStraySql({ path: "server/wallet/x.sql", text: "" });
    expect(said).toContain("server/db/migrations, houses, orders, results, reports");
  });
});

describe("the linter finds", () => {
  let found: string[] = [];
  const bad = {
    "any.ts": "export const x = (y: any) => y;",
    "assertion.ts": "export const x = (y: unknown) => y as string;",
    "non-null.ts": "export const x = (y?: string) => y!;",
    "default.ts": "const x = 1;\nexport default x;",
    "floating.ts": "const wait = async () => 1;\nexport const x = () => {\n  wait();\n};",
    "later.ts": "// TODO more\nexport const x = 1;", // tidy: the rule itself
    "long.ts": `export const x = () => {\n${'  console.log("");\n'.repeat(71)}};`,
    "huge.ts": `export const x = 1;\n${'console.log("");\n'.repeat(300)}`,
    "misused.ts": "export const x = (y: () => Promise<void>) => [1].forEach(y);",
    "switch.ts": [
      'export function x(y: "a" | "b") {',
      '  switch (y) { case "a": return 1; }',
      "  return 2;\n}",
    ].join("\n"),
  };

  beforeAll(() => {
    found = lint(bad);
  });

  it.each([
    ["any.ts", "no-explicit-any"],
    ["assertion.ts", "consistent-type-assertions"],
    ["non-null.ts", "no-non-null-assertion"],
    ["default.ts", "no-default-export"],
    ["floating.ts", "no-floating-promises"],
    ["later.ts", "no-warning-comments"],
    ["long.ts", "max-lines-per-function"],
    ["huge.ts", "max-lines"],
    ["misused.ts", "no-misused-promises"],
    ["switch.ts", "switch-exhaustiveness-check"],
  ])("in %s a breach of %s", (name, rule) => {
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`${name}.*\\(${rule}\\)`)));
  });
});

function deadReferences(file: SourceFile): string[] {
  return findDeadReferences(file, known);
}

/** Lints texts with our rules and returns "file (rule)" for each finding. */
function lint(texts: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "nishana-lint-"));
  try {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    const options = { module: "nodenext", strict: true, lib: ["es2023"], noEmit: true };
    const tsconfig = JSON.stringify({ compilerOptions: options, include: ["*.ts"] });
    writeFileSync(join(folder, "tsconfig.json"), tsconfig);
    const config = join(root, ".oxlintrc.json");
    const args = ["--format=json", "-c", config, folder];
    const { stdout } = spawnSync(join(root, "node_modules/.bin/oxlint"), args, { cwd: root });
    const { diagnostics } = JSON.parse(stdout.toString());
    return diagnostics.map((one: { filename: string; code?: string }) => {
      return `${one.filename} ${String(one.code ?? "").replace(/^.*\(/, "(")}`;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads all files of the project, without git, because a copy may have no repository. */
function readProject(): SourceFile[] {
  const folders = ["contract", "server", "web", "e2e", "bench", "docs", "scripts", ".ci"];
  const inside = folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const beside = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map(({ name }) => name);
  return [...inside, ...beside].map((path) => ({ path, text: isText(path) ? textOf(path) : "" }));
}

function isText(path: string): boolean {
  return /\.(tsx?|mjs|sql|css|html|json|md|svg)$/.test(path) && path !== "package-lock.json";
}

function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
