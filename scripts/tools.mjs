import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The project's root folder, with a trailing slash. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a program with inherited input and output; resolves with its exit code. When this process is
 * interrupted, the program is too, and this process ends after it. A terminal sends SIGINT to both.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: "inherit", ...options });
    const end = () => process.exit(130);
    const onInterrupt = () => child.once("close", end);
    const onTerminate = () => onInterrupt().kill("SIGTERM");
    process.on("SIGINT", onInterrupt).on("SIGTERM", onTerminate);
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate);
      resolve(code ?? 1);
    });
  });
}

/**
 * The path of a program that npm installed.
 *
 * @param {string} name
 */
export const tool = (name) => `${root}node_modules/.bin/${name}`;

/**
 * Prints a sentence and ends the script with an error.
 *
 * @param {string} sentence
 * @returns {never}
 */
export function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}
