import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

// A message on console.error is an unexpected fault. It fails the test that printed it, or the test
// file when it was printed in the file's setup or teardown.
const messages: string[] = [];

console.error = (...args: unknown[]) => {
  messages.push(format(...args));
};

function expectNoErrors(): void {
  const printed = messages.splice(0);
  if (printed.length > 0) throw new Error(`console.error printed:\n${printed.join("\n")}`);
}

afterEach(expectNoErrors);
// Hooks run in reverse order of registration, so this one runs after the teardown of the file.
afterAll(expectNoErrors);
