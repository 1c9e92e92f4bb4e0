import { existsSync, lstatSync, readFileSync } from "node:fs";
import { refuse, root, run } from "./tools.mjs";

const modules = `${root}node_modules`;

/** Installs the packages of the lock file unless they are installed. */
export async function install() {
  if (!isInstalled()) await npmCi();
}

/** Compares the lock file with the list that npm writes when an installation is complete. */
function isInstalled() {
  const installed = packagesIn(`${modules}/.package-lock.json`);
  const wanted = packagesIn(`${root}package-lock.json`);
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === "") return true;
    const found = installed[path];
    return found === undefined ? (optional ?? devOptional ?? false) : found.version === version;
  });
}

/**
 * @param {string} lock
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
function packagesIn(lock) {
  return existsSync(lock) ? JSON.parse(readFileSync(lock, "utf8")).packages : {};
}

async function npmCi() {
  // npm ci would follow a symbolic link and empty another checkout's folder.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    refuse("node_modules is a link to another folder, which is out of date: remove the link.");
  }
  console.log("Installing packages (once, about a minute) …");
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const npm = process.env["npm_execpath"];
  const running = npm === undefined ? run("npm", args) : run(process.execPath, [npm, ...args]);
  if ((await running.catch(() => 1)) === 0) return;
  refuse(
    "The packages could not be installed (npm ci, above, says why): " +
      "check the connection to the npm registry and start again.",
  );
}
