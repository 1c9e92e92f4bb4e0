import { createHistogram } from "node:perf_hooks";
import type { LoadReport } from "./load.ts";

/** The counters of a load since the last `begin`. */
export interface Tally {
  begin(): void;
  answered(status: number, milliseconds: number): void;
  report(): Pick<LoadReport, "seconds" | "durations" | "by_status" | "cpu">;
}

export function createTally(): Tally {
  let began = performance.now();
  let cpu = process.cpuUsage();
  const microseconds = createHistogram();
  let by_status = new Map<number, number>();
  return {
    begin() {
      began = performance.now();
      cpu = process.cpuUsage();
      microseconds.reset();
      by_status = new Map();
    },
    answered(status, milliseconds) {
      by_status.set(status, (by_status.get(status) ?? 0) + 1);
      if (status < 300) microseconds.record(Math.max(1, Math.round(milliseconds * 1_000)));
    },
    report() {
      const seconds = (performance.now() - began) / 1_000;
      const { user, system } = process.cpuUsage(cpu);
      return {
        seconds,
        durations: {
          count: microseconds.count,
          mean: microseconds.mean / 1_000,
          p50: microseconds.percentile(50) / 1_000,
          p99: microseconds.percentile(99) / 1_000,
        },
        by_status: Object.fromEntries(by_status),
        cpu: (user + system) / 1_000_000 / seconds,
      };
    },
  };
}
