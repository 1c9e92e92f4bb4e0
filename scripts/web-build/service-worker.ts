import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { root } from "../tools.mjs";
import { bundle } from "./bundle.ts";
import { playerFiles } from "./screen-files.ts";

/** Builds web/service-worker/worker.ts with the list of all files of this build. */
export function serviceWorker(): Plugin {
  return {
    name: "nishana-service-worker",
    enforce: "post",
    apply: "build",
    async generateBundle(_, files) {
      const build = JSON.stringify({ version: versionOf(files), ...sortOut(files) });
      const source = await bundle({
        entry: "service-worker/worker.ts",
        define: { BUILD: build },
      });
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

const PUBLIC = join(root, "web/public");

function sortOut(files: Rolldown.OutputBundle) {
  const code = playerFiles(files);
  const isForLater = (name: string) =>
    /\.admin\.json$|\.woff2$/.test(name) || (files[name]?.type === "chunk" && !code.has(name));
  const shell = ["/", "/app.html", "/mark.svg"];
  const messages: string[] = [];
  const later: string[] = [];
  for (const name of Object.keys(files).filter((file) => file.startsWith("assets/"))) {
    const list = isForLater(name) ? later : name.endsWith(".json") ? messages : shell;
    list.push(`/${name}`);
  }
  return { shell, messages, later };
}

const publicFiles = (): string[] =>
  readdirSync(PUBLIC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(PUBLIC.length + 1));

function versionOf(files: Rolldown.OutputBundle): string {
  const hash = createHash("sha256");
  for (const name of Object.keys(files).toSorted()) {
    const file = files[name];
    hash.update(`${name}\n`);
    if (file?.type === "asset") hash.update(file.source);
  }
  for (const name of publicFiles()) hash.update(readFileSync(join(PUBLIC, name)));
  return hash.digest("base64url").slice(0, 12);
}
