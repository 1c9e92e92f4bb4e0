import "./node-version.mjs";
import { install } from "./install.mjs";
import { run, tool } from "./tools.mjs";

/** Runs the long forms of the proofs: an hour or more. Arguments are paths; defaults to all. */
const seed = process.env["SEED"] ?? String(Math.floor(Math.random() * 2 ** 31));
const asked = process.argv.slice(2);
const paths = asked.length > 0 ? asked : ["server/proof"];

await install();
console.log(`SEED=${seed}`);
process.exitCode = await run(tool("vitest"), ["run", ...paths], {
  env: { ...process.env, LONG: "1", SEED: seed },
});
console.log(`The same once more: SEED=${seed} npm run test:long -- ${paths.join(" ")}`);
