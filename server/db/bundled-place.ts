import { hash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CannotStart } from "../cannot-start.ts";
import { codeOf } from "../error-code.ts";

/** Where root keeps what another account must be able to enter. */
export const SHARED_HOME = "/var/lib/nishana";

/** The system account that runs PostgreSQL. */
export interface Account {
  uid: number;
  gid: number;
}

/** The folders of one bundled server. All paths are real paths, without symbolic links. */
export interface Place {
  /** The account to change to, or undefined to stay the one that we are. */
  account: Account | undefined;
  /** Everything of this server: readable by its account only. */
  home: string;
  /** PostgreSQL's own data folder. */
  cluster: string;
  /** The folder of the unix socket, short enough for the system's limit. */
  socket: string;
  /** What PostgreSQL says, since its last start. */
  log_file: string;
}

/**
 * Finds or makes the folders of the bundled server under `data_dir`.
 *
 * PostgreSQL refuses to run as root, so root hands it to the account `nobody`, or to whoever owns
 * the data already. When that account cannot enter `data_dir` (a clone in /root), the data lives
 * in a folder of its own under /var/lib/nishana and `data_dir/postgres` is a link to it, so that
 * deleting or moving `data_dir` does what one expects.
 */
export function preparePlace(data_dir: string): Place {
  const data = resolve(data_dir);
  try {
    makeFolder(data);
    const home = findHome(data) ?? makeHome(realpathSync(data));
    const account = accountOf(home);
    const socket = prepareSocketFolder(home, account);
    return {
      account,
      home,
      socket,
      cluster: join(home, "cluster"),
      log_file: join(home, "postgresql.log"),
    };
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw cannotWrite(data, error);
  }
}

/** Refuses a folder that no bundled server has, for who would find nothing in a new one. */
export function demandData(data_dir: string): void {
  const data = resolve(data_dir);
  if (findHome(data) !== undefined) return;
  throw new CannotStart(`There are no data in ${data}: set DATA_DIR as the product has it.`);
}

/** What to throw for an error of the file system; another is none of its business. */
export function cannotWrite(folder: string, error: unknown): unknown {
  if (codeOf(error) === "") return error;
  return new CannotStart(
    `The data folder ${folder} cannot be written (${codeOf(error)}): ` +
      "set DATA_DIR to a folder that can.",
  );
}

/** Whether the account may pass through every folder on the way to `path`, by the mode bits. */
export function canEnter(path: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(path) === path || canEnter(dirname(path), account);
}

/** Folder by folder: told to make them all at once, Node never returns under /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    readdirSync(path);
    return;
  }
  makeFolder(dirname(path));
  mkdirSync(path);
}

function findHome(data: string): string | undefined {
  const link = join(data, "postgres");
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (statSync(link, { throwIfNoEntry: false }) === undefined) {
    throw new CannotStart(
      `${link} points to ${readlinkSync(link)}, which is gone: ` +
        "put it back, or delete the link to begin with an empty database.",
    );
  }
  return realpathSync(link);
}

function makeHome(data: string): string {
  const home = join(data, "postgres");
  if (!isRoot()) {
    mkdirSync(home, { mode: 0o700 });
    return home;
  }
  const nobody = findNobody();
  if (canEnter(data, nobody)) {
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, nobody.uid, nobody.gid);
    return home;
  }
  makeSharedHome();
  const elsewhere = mkdtempSync(join(SHARED_HOME, "data-"));
  chownSync(elsewhere, nobody.uid, nobody.gid);
  symlinkSync(elsewhere, home);
  return elsewhere;
}

/** Makes /var/lib/nishana, which everybody may pass through and only root may change. */
export function makeSharedHome(): void {
  mkdirSync(SHARED_HOME, { recursive: true });
  chmodSync(SHARED_HOME, 0o755);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function accountOf(home: string): Account | undefined {
  const { uid, gid } = statSync(home);
  const me = process.getuid?.();
  if (uid === me && me !== 0) return undefined;
  if (me === 0 && uid !== 0) return { uid, gid };
  if (me === 0) {
    throw new CannotStart(
      `The data folder ${home} belongs to root, as whom PostgreSQL does not run: ` +
        `give it to another account, as with chown -R nobody: ${home}`,
    );
  }
  throw new CannotStart(
    `The data folder ${home} belongs to another account (${uid}): ` +
      "start as that account, or set DATA_DIR to another folder.",
  );
}

function findNobody(): Account {
  const line = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m);
  return { uid: Number(line?.[1] ?? 65534) >>> 0, gid: Number(line?.[2] ?? 65534) >>> 0 };
}

/** The system allows about 100 bytes for the path of a socket; PostgreSQL adds its file's name. */
const LONGEST_SOCKET_FOLDER = 80;

function prepareSocketFolder(home: string, account: Account | undefined): string {
  const near = join(home, "socket");
  const short = `/tmp/nishana-${hash("sha256", home, "hex").slice(0, 16)}`;
  const socket = Buffer.byteLength(near) <= LONGEST_SOCKET_FOLDER ? near : short;
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  const wanted = account?.uid ?? process.getuid?.();
  if (account !== undefined && lstatSync(socket).uid === 0) {
    chownSync(socket, account.uid, account.gid);
  }
  // Under /tmp anybody could have made it first, and would then hear every word.
  const { uid, mode } = lstatSync(socket);
  if (uid !== wanted || (mode & 0o077) !== 0) {
    throw new CannotStart(`The socket folder ${socket} belongs to somebody else: remove it.`);
  }
  return socket;
}
