import { format } from "node:util";
import { afterEach } from "vitest";

// A message on console.error is a fault that somebody overlooked: it fails its test.
const complaints: string[] = [];

console.error = (...said: unknown[]) => {
  complaints.push(format(...said));
};

afterEach(() => {
  const said = complaints.splice(0);
  if (said.length > 0) throw new Error(`console.error said:\n${said.join("\n")}`);
});
