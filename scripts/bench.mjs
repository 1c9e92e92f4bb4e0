import "./node-version.mjs";
import { build } from "./build.mjs";
import { findOrInstallChromium } from "./chromium.mjs";
import { install } from "./install.mjs";
import { refuse, root, run, tool } from "./tools.mjs";

await install();
await build();
if ((await run(tool("tsc"), ["-b", "bench"])) !== 0) refuse("The benchmarks could not be built.");
const wishes = process.argv.slice(2);
const chromium = await findOrInstallChromium();
process.exitCode = await run(process.execPath, [`${root}dist/bench/main.js`, ...wishes], {
  env: { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) },
});
