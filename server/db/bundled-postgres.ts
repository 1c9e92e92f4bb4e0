import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { CannotStart } from "../cannot-start.ts";
import { prepareBinaries } from "./bundled-binaries.ts";
import { prepareCluster, removeUnfinished } from "./bundled-cluster.ts";
import { demandData, preparePlace } from "./bundled-place.ts";
import { isStopping } from "./bundled-postmaster.ts";
import { bringUp, type Log, type Server, shutDown } from "./bundled-server.ts";

export interface BundledOptions {
  /** The folder that holds the data; relative to the working directory. */
  data_dir: string;
  log: Log;
  /** Defaults to true. False only for throwaway databases: a power cut may destroy them. */
  durable?: boolean;
  /**
   * True for operator commands: use the server of a running product instead of refusing, and
   * refuse a folder without data instead of creating a cluster there.
   */
  share?: boolean;
  /** Called when a lost server cannot be revived: its data are gone or another process has them. */
  on_lost?: (reason: unknown) => void;
}

export interface BundledPostgres {
  /** The URL of the database `nishana`, for any PostgreSQL client. */
  url: string;
  /** The real path of the data. */
  home: string;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server that npm installed, or takes over one that a killed process left
 * running, and restarts it when it is lost, until `stop`.
 *
 * Only one process holds a data folder: it holds an advisory lock in the server, which the server
 * releases when the process ends for any reason. A second process is refused or, with `share`,
 * becomes a guest whose `stop` leaves the server running.
 */
export async function startBundledPostgres(options: BundledOptions): Promise<BundledPostgres> {
  if (options.share === true) demandData(options.data_dir);
  const place = preparePlace(options.data_dir);
  const binaries = prepareBinaries(place);
  await prepareCluster(place, binaries);
  const server: Server = { place, binaries, durable: options.durable ?? true, log: options.log };
  const holder = await bringUp(server);
  const url = urlOf(server);
  if (!(await holdPlace(holder))) {
    if (options.share === true) return { url, home: place.home, stop: () => holder.end() };
    throw await refuseSecond(holder, server);
  }
  removeUnfinished(place);
  await createDatabase(holder);
  return { url, home: place.home, stop: keepRunning(server, holder, options) };
}

/** Restarts the server whenever it is lost; returns the function that stops it for good. */
function keepRunning(server: Server, first_holder: pg.Client, options: BundledOptions) {
  const stopping = new AbortController();
  let reviving: Promise<void> = Promise.resolve();

  const watch = (holder: pg.Client) => {
    const watching = endSlowStop(server);
    holder.once("end", () => {
      clearInterval(watching);
      if (!stopping.signal.aborted) reviving = revive();
    });
  };
  const revive = async () => {
    options.log.warn("The bundled PostgreSQL was lost; starting it again.");
    try {
      const revived = await bringUpAgain(server, stopping.signal);
      if (revived === undefined) return;
      const { holder, is_held } = revived;
      if (!is_held) throw await refuseSecond(holder, server);
      options.log.info("The bundled PostgreSQL runs again.");
      watch(holder);
    } catch (reason) {
      options.on_lost?.(reason);
    }
  };
  watch(first_holder);

  return async () => {
    stopping.abort();
    await reviving;
    await shutDown(server);
  };
}

const STOP_POLL_MS = 1_000;

/** More than a stop of the product takes, since a service manager may signal all its processes. */
const MAX_STOP_POLLS = 12;

/**
 * Ends a stop of the server that lasts. A SIGTERM to the server alone begins one that waits for all
 * its clients, this process among them, and lets no new client connect meanwhile.
 */
function endSlowStop(server: Server): NodeJS.Timeout {
  let polls = 0;
  const poll = async () => {
    polls = (await isStopping(server.place.cluster)) ? polls + 1 : 0;
    if (polls < MAX_STOP_POLLS) return;
    polls = 0;
    server.log.warn("The bundled PostgreSQL was told to stop and waits for us; ending it.");
    await shutDown(server).catch((reason: unknown) => server.log.error(String(reason)));
  };
  return setInterval(() => void poll(), STOP_POLL_MS).unref();
}

const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 10_000;

/**
 * Retries until the server is up or `stopping` aborts, because the cause may be temporary, such as
 * a full disk. Throws when the data are gone.
 */
async function bringUpAgain(server: Server, stopping: AbortSignal) {
  let retry_ms = FIRST_RETRY_MS;
  while (!stopping.aborted) {
    try {
      const holder = await bringUp(server);
      return { holder, is_held: await holdPlace(holder) };
    } catch (reason) {
      if (!existsSync(server.place.cluster)) throw reason;
      server.log.error(reason instanceof Error ? reason.message : String(reason));
    }
    await delay(retry_ms, undefined, { signal: stopping }).catch(() => undefined);
    retry_ms = Math.min(2 * retry_ms, MAX_RETRY_MS);
  }
  return undefined;
}

/** The advisory lock "this process holds the data folder"; the number is arbitrary. */
const PLACE_LOCK = 7_201_984;

/** Retries, because the lock of a process that was just killed is released with a short delay. */
async function holdPlace(holder: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < 30; tries++) {
    const { rows } = await holder.query("select pg_try_advisory_lock($1) as held", [PLACE_LOCK]);
    if (rows[0].held === true) return true;
    await delay(50 + randomInt(50));
  }
  return false;
}

async function refuseSecond(guest: pg.Client, server: Server): Promise<CannotStart> {
  const { rows } = await guest.query(
    `select application_name
     from pg_locks
     join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [PLACE_LOCK],
  );
  await guest.end();
  return new CannotStart(
    `Another Nishana (${rows[0]?.application_name ?? "unknown process"}) uses the data folder ` +
      `${server.place.home}: stop it first, or set DATA_DIR to another folder.`,
  );
}

async function createDatabase(holder: pg.Client): Promise<void> {
  const { rowCount } = await holder.query("select from pg_database where datname = 'nishana'");
  if (rowCount === 0) await holder.query("create database nishana");
}

function urlOf({ place }: Server): string {
  return `postgresql://postgres@localhost/nishana?host=${encodeURIComponent(place.socket)}`;
}
