import type { ChildProcess } from "node:child_process";

const children = new Set<ChildProcess>();

process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** Kills the child when this process exits, also by an error, so that no run leaves one behind. */
export function endWithThis(child: ChildProcess): void {
  children.add(child);
  child.once("exit", () => children.delete(child));
}
