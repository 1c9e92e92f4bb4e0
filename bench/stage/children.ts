import type { ChildProcess } from "node:child_process";

/** Kills the child when this process exits, also by an error, so that no run leaves one behind. */
export function endWithThis(child: ChildProcess): void {
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
}
