import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

// A message on console.error is a fault that somebody overlooked: it fails its test, or its file
// when it was said while that was prepared or cleared away.
const complaints: string[] = [];

console.error = (...said: unknown[]) => {
  complaints.push(format(...said));
};

function expectNoComplaint(): void {
  const said = complaints.splice(0);
  if (said.length > 0) throw new Error(`console.error said:\n${said.join("\n")}`);
}

afterEach(expectNoComplaint);
// The first to be registered is the last to run: after what files clear away themselves.
afterAll(expectNoComplaint);
