import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { RequestKind } from "./requests.ts";

/** What a generator is told when it starts. */
export interface LoadSpec {
  port: number;
  requests: RequestKind;
  /** Requests come from that many players in turn. */
  players: number;
  /** Connections, each with at most one request under way. */
  clients: number;
  /** A second, whatever the server does; without it a client sends once it has its answer. */
  arrivals?: number;
}

/** In milliseconds. */
interface Durations {
  count: number;
  mean: number;
  p50: number;
  p99: number;
}

/** What it answers for the time between `begin` and `end`. */
export interface LoadReport {
  seconds: number;
  /** Of requests that succeeded; in an open loop counted from when they were due. */
  durations: Durations;
  by_status: Record<string, number>;
  /** Of one core, that the generator itself took. */
  cpu: number;
  /** Only of an open loop, and of all of it. */
  arrived: number;
  refused: number;
  refused_without_retry_after: number;
}

export type LoadCommand = "begin" | "end";
export type LoadMessage = "ready" | LoadReport;

/** A generator under way: a process of its own, which loads the server from now on. */
export interface Load {
  /** From here on it counts. */
  begin(): void;
  /** Ends the load, in an open loop once everything that came is accepted. */
  end(): Promise<LoadReport>;
}

const MAIN = fileURLToPath(new URL("./main.js", import.meta.url));

/** Answers once every connection is open and the first requests are on their way. */
export async function startLoad(spec: LoadSpec): Promise<Load> {
  const child = fork(MAIN, [JSON.stringify(spec)]);
  const say = (command: LoadCommand) => void child.send(command);
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

/** Loads the server for a while, of which the first part does not count. */
export async function load(spec: LoadSpec, span: Span): Promise<LoadReport> {
  const running = await startLoad(spec);
  await wait(span.warm_up_seconds * 1_000);
  running.begin();
  await wait(span.seconds * 1_000);
  return running.end();
}
