import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The project's root folder, with a trailing slash. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a program with inherited input and output; resolves with its exit code.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: "inherit", ...options });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
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
