import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { endWithThis } from "../stage/children.ts";
import type { RequestKind } from "./requests.ts";

/** The configuration of a load generator. */
export interface LoadSpec {
  port: number;
  requests: RequestKind;
  /** Requests are made for this many players in turn. */
  players: number;
  /** Connections, each with at most one request in flight. */
  clients: number;
  /** Requests per second, for an open loop. Undefined for a closed loop. */
  arrivals?: number;
}

/** In milliseconds. */
interface Durations {
  count: number;
  mean: number;
  p50: number;
  p99: number;
}

/** The results of a load between `begin` and `end`. */
export interface LoadReport {
  seconds: number;
  /** Durations of successful requests; in an open loop from the time when they were due. */
  durations: Durations;
  by_status: Record<string, number>;
  /** The CPU time of the generator as a share of one core. */
  cpu: number;
  /** The counts of an open loop from its start; 0 for a closed loop. */
  arrived: number;
  refused: number;
  refused_without_retry_after: number;
}

export type LoadCommand = "begin" | "end";
export type LoadMessage = "ready" | LoadReport;

/** A running load generator, in a process of its own. */
export interface Load {
  /** Starts measuring. */
  begin(): void;
  /** Ends the load; in an open loop after all requests were accepted. */
  end(): Promise<LoadReport>;
}

const MAIN = fileURLToPath(new URL("./main.js", import.meta.url));

/** Resolves when all connections are open and the first requests were sent. */
export async function startLoad(spec: LoadSpec): Promise<Load> {
  const child = fork(MAIN, [JSON.stringify(spec)]);
  endWithThis(child);
  const say = (command: LoadCommand) => {
    if (!child.connected) throw new Error("the load generator has ended");
    child.send(command);
  };
  await nextMessage(child);
  return {
    begin: () => say("begin"),
    async end() {
      say("end");
      const report = await nextMessage(child);
      if (report === "ready") throw new Error("a load generator is ready once");
      if (child.exitCode === null) await once(child, "exit");
      return report;
    },
  };
}

function nextMessage(child: ChildProcess): Promise<LoadMessage> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) =>
      reject(new Error(`the load generator ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message: LoadMessage) => {
      child.off("exit", onExit);
      resolve(message);
    });
  });
}

interface Span {
  warm_up_seconds: number;
  seconds: number;
}

/** Loads the server for a warm-up, which is not measured, and then for a measured time. */
export async function load(spec: LoadSpec, span: Span): Promise<LoadReport> {
  const running = await startLoad(spec);
  await wait(span.warm_up_seconds * 1_000);
  running.begin();
  await wait(span.seconds * 1_000);
  return running.end();
}
