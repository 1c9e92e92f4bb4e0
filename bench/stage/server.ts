import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { endWithThis } from "./children.ts";

/** A server under test, in a process of its own. */
export interface Server {
  port: number;
  pid: number | undefined;
  /** The resident memory of its process. */
  residentBytes(): number;
  stop(): Promise<void>;
}

/** The Node options of `npm start`. */
export function optionsOfStart(): string[] {
  const file = new URL("../../../package.json", import.meta.url);
  const { scripts } = JSON.parse(readFileSync(file, "utf8"));
  return String(scripts.start)
    .split(" ")
    .filter((word) => word.startsWith("--"));
}

/** Starts a Node program, with the options of `npm start`, and waits until it prints its port. */
export async function startServer(args: string[], env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, [...optionsOfStart(), ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithThis(child);
  const port = await portOf(child);
  return {
    port,
    pid: child.pid,
    residentBytes: () => residentBytesOf(child.pid),
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

async function portOf({ stdout }: ChildProcess): Promise<number> {
  if (!stdout) throw new Error("a spawned process has its output");
  let output = "";
  for await (const line of createInterface({ input: stdout })) {
    const port = /ready at http:\S+:(\d+)/.exec(line)?.[1];
    // Keep reading the output, because a full pipe would block the process.
    if (port !== undefined) return stdout.resume() && Number(port);
    output += `${line}\n`;
  }
  throw new Error(`a server ended before it was ready:\n${output}`);
}

/** From /proc, so only on Linux. */
function residentBytesOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024;
}
