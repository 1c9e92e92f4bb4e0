import { expect, test } from "vitest";
import { CannotStart } from "../cannot-start.ts";
import { readArguments } from "./void-arguments.ts";

test.each([
  [["7", "--reason", "wrong house"], { result_id: 7, reason: "wrong house" }],
  [["--reason= wrong house ", "7"], { result_id: 7, reason: "wrong house" }],
  [["7", "--reason", "wrong\n\thouse"], { result_id: 7, reason: "wrong house" }],
])("%j names a result and a reason", (args, asked) => {
  expect(readArguments(args)).toEqual(asked);
});

test.each<[string[]]>([
  [[]],
  [["7"]],
  [["--reason", "x"]],
  [["7", "--reson", "x"]],
  [["7", "--reason"]],
  [["7", "--reason", "  "]],
  [["7", "-r", "x"]],
  [["0", "--reason", "x"]],
  [["7", "8", "--reason", "x"]],
  [["seven", "--reason", "x"]],
])("%j is answered with how to ask", (args) => {
  const usage = new CannotStart('Usage: npm run void-result -- RESULT_ID --reason "why"');
  expect(() => readArguments(args)).toThrow(usage);
});

test.each([
  ["x".repeat(301), "reason must have at most 300 characters"],
  ["wrong\u0007house", "reason must not hold control characters"],
])("a reason that players could not be sent is refused: %j", (reason, problem) => {
  expect(() => readArguments(["7", "--reason", reason])).toThrow(problem);
});
