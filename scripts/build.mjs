import "./node-version.mjs";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { refuse, root, run, tool } from "./tools.mjs";

const dist = `${root}dist`;

const MIN_COMPRESSED_BYTES = 1_024;

/** The sources and the build function of each half. */
const halves = [
  { name: "server", sources: ["contract", "server"], build: buildServer },
  { name: "web", sources: ["contract", "web", "scripts/web-build"], build: buildWeb },
];

/** Builds the halves whose output is older than their sources into dist/. */
export async function build() {
  for (const half of halves) {
    const stamp = join(dist, `.${half.name}-built-from`);
    const wanted = fingerprint(half.sources);
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) continue;
    console.log(`Building the ${half.name} …`);
    rmSync(stamp, { force: true });
    await half.build();
    writeFileSync(stamp, wanted);
  }
}

/** A clean build, because a removed migration must not remain in dist/. */
async function buildServer() {
  for (const folder of ["contract", "server", ".tsbuild"]) {
    rmSync(join(dist, folder), { recursive: true, force: true });
  }
  await must("The server", run(tool("tsc"), ["-b", "contract", "server/tsconfig.build.json"]));
  for (const path of filesIn("server")) {
    if (path.endsWith(".sql")) cpSync(join(root, path), join(dist, path));
  }
}

async function buildWeb() {
  await must("The web app", run(tool("vite"), ["build", "--logLevel", "warn"]));
  packWeb();
}

/** Compresses files once, at the highest level, so that the server has no work in a rush. */
function packWeb() {
  const packed = /\.(js|json|css|svg|html|webmanifest)$/;
  for (const path of filesIn("dist/web").filter((name) => packed.test(name))) {
    const bytes = readFileSync(join(root, path));
    if (bytes.length < MIN_COMPRESSED_BYTES) continue;
    writeFileSync(join(root, `${path}.br`), brotliCompressSync(bytes));
    writeFileSync(join(root, `${path}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

/**
 * @param {string} what
 * @param {Promise<number>} run
 */
async function must(what, run) {
  mkdirSync(dist, { recursive: true });
  if ((await run) !== 0) refuse(`${what} could not be built; the lines above say why.`);
}

/**
 * Changes whenever a file is added, removed or modified.
 *
 * @param {string[]} folders
 */
function fingerprint(folders) {
  const hash = createHash("sha256");
  const single = ["package-lock.json", "tsconfig.base.json", "vite.config.ts", "scripts/build.mjs"];
  for (const path of [...single, ...folders.flatMap(filesIn)]) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath.slice(root.length), entry.name))
    .toSorted();
}

if (process.argv[1] === import.meta.filename) await build();
