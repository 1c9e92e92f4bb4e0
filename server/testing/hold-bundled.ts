import { startBundledPostgres } from "../db/bundled-postgres.ts";

// A process of its own that holds a bundled server, so that tests can kill it.
const [data_dir = ""] = process.argv.slice(2);
const say = (text: string) => process.stdout.write(`${text}\n`);
try {
  await startBundledPostgres({ data_dir, log: { info: () => {}, warn: say, error: say } });
  say("ready");
  setInterval(() => {}, 60_000);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
}
