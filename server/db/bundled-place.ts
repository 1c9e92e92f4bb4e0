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

/** The folder in which root keeps files that another account must have access to. */
export const SHARED_HOME = "/var/lib/nishana";

/** The system account that runs PostgreSQL. */
export interface Account {
  uid: number;
  gid: number;
}

/** The folders of one bundled server. All paths are real paths, without symbolic links. */
export interface Place {
  /** The account that runs PostgreSQL; undefined for the account of this process. */
  account: Account | undefined;
  /** The folder of all files of this server; only its account can read it. */
  home: string;
  /** PostgreSQL's own data folder. */
  cluster: string;
  /** The folder of the Unix socket; its path is within the system's length limit. */
  socket: string;
  /** PostgreSQL's output. */
  log_file: string;
}

/**
 * Finds or creates the folders of the bundled server under `data_dir`.
 *
 * PostgreSQL refuses to run as root, so root runs it as the account that owns the data, or as
 * `nobody` if there are no data yet. If that account has no access to `data_dir` (a clone in
 * /root), the data are in a folder under /var/lib/nishana and `data_dir/postgres` is a symbolic
 * link to it, so that `data_dir` can still be moved or deleted as usual.
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

/** Refuses a folder without data, for commands that need data that already exist. */
export function demandData(data_dir: string): void {
  const data = resolve(data_dir);
  if (findHome(data) !== undefined) return;
  throw new CannotStart(
    `There are no data in ${data}: set DATABASE_URL or DATA_DIR as the product has it.`,
  );
}

/** Turns an error of the file system into CannotStart; returns any other error as it is. */
export function cannotWrite(folder: string, error: unknown): unknown {
  if (codeOf(error) === "") return error;
  return new CannotStart(
    `The data folder ${folder} cannot be written (${codeOf(error)}): ` +
      "set DATA_DIR to a folder that can.",
  );
}

/** Whether the mode bits let the account traverse `path` and every folder above it. */
export function canEnter(path: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(path) === path || canEnter(dirname(path), account);
}

/** Creates folders one by one: Node's recursive mkdir never returns for a path under /proc. */
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

/** Creates /var/lib/nishana, which every account may traverse and only root may change. */
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

/** A socket's path is limited to about 100 bytes, of which PostgreSQL's file name needs some. */
const MAX_SOCKET_FOLDER_BYTES = 80;

function prepareSocketFolder(home: string, account: Account | undefined): string {
  const near = join(home, "socket");
  const short = `/tmp/nishana-${hash("sha256", home, "hex").slice(0, 16)}`;
  const socket = Buffer.byteLength(near) <= MAX_SOCKET_FOLDER_BYTES ? near : short;
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  const owner = account?.uid ?? process.getuid?.();
  if (account !== undefined && lstatSync(socket).uid === 0) {
    chownSync(socket, account.uid, account.gid);
  }
  // Under /tmp another account could have created the folder first and could read all traffic.
  const { uid, mode } = lstatSync(socket);
  if (uid !== owner || (mode & 0o077) !== 0) {
    throw new CannotStart(`The socket folder ${socket} belongs to somebody else: remove it.`);
  }
  return socket;
}
