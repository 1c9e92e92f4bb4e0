import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { root } from "./tools.mjs";

const PROGRAM = `
  const waiting = setTimeout(() => {}, 60_000);
  process.once("SIGTERM", () => { console.log("stopped"); clearTimeout(waiting); });
  console.log("started");
`;

const SCRIPT = `
  import { run } from "${root}scripts/tools.mjs";
  await run(process.execPath, ["--eval", ${JSON.stringify(PROGRAM)}]);
  console.log("the next step");
`;

it("a script that is terminated ends after the program that it runs", async () => {
  const script = spawn(process.execPath, ["--input-type=module", "--eval", SCRIPT]);
  script.stdout.once("data", () => script.kill("SIGTERM"));
  const [output, [code]] = await Promise.all([text(script.stdout), once(script, "exit")]);
  expect(output).toBe("started\nstopped\n");
  expect(code).toBe(130);
});
