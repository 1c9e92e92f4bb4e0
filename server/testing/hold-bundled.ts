import { startBundledPostgres } from "../db/bundled-postgres.ts";

// Runs a bundled server in a process of its own, so that tests can kill the process.
const [data_dir = ""] = process.argv.slice(2);
const print = (text: string) => process.stdout.write(`${text}\n`);
try {
  await startBundledPostgres({ data_dir, log: { info: () => {}, warn: print, error: print } });
  print("ready");
  setInterval(() => {}, 60_000);
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
}
