import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { endWithThis } from "../stage/children.ts";
import { optionsOfStart } from "../stage/server.ts";

export interface InProcessSpec {
  database_url: string;
  play_date: string;
  house_ids: number[];
  first_user_id: number;
  players: number;
  /** The number of concurrent orders. */
  callers: number;
  warm_up_seconds: number;
  seconds: number;
}

export interface InProcessReport {
  orders_per_second: number;
}

const MAIN = fileURLToPath(new URL("./main.js", import.meta.url));

/** Places orders in a separate process and returns the number of orders per second. */
export async function placeInProcess(spec: InProcessSpec): Promise<number> {
  const child = fork(MAIN, [JSON.stringify(spec)], { execArgv: optionsOfStart() });
  endWithThis(child);
  const report = new Promise<InProcessReport>((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`placing in process ended with ${code}`)));
  });
  const { orders_per_second } = await report;
  if (child.exitCode === null) await once(child, "exit");
  return orders_per_second;
}
