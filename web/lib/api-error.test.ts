import { beforeAll, expect, test } from "vitest";
import { speakEnglish } from "./speak-english.ts";
import { ApiError, fieldErrorsOf, sentenceOfFailure } from "./api-error.ts";

beforeAll(() => speakEnglish());

const UNKNOWN = { code: "code_of_tomorrow", detail: "What the server says." };

test.each([
  ["its code", { status: 404, code: "busy" }, "The service is busy. Please try again in a moment."],
  ["no answer", { status: 0, code: "network" }, "Network error. Please check your connection."],
  ["403", { status: 403 }, "You do not have permission to perform this action."],
  ["404", { status: 404 }, "Requested resource not found."],
  ["413", { status: 413 }, "What was sent is too large"],
  ["500", { status: 500 }, "Server error. Please try again later."],
  ["502", { status: 502 }, "The service is busy. Please try again in a moment."],
  ["the server's own words", { status: 409 }, "What the server says."],
  ["what was tried", { status: 409, detail: "" }, "Login failed"],
])("the sentence of a failure is chosen by %s", (_, failure, sentence) => {
  const error = new ApiError({ ...UNKNOWN, ...failure });
  expect(sentenceOfFailure(error, "failure.login")).toBe(sentence);
});

test("a failure's sentence contains its params; other errors are unexpected", () => {
  const limited = { status: 429, code: "too_many_requests", detail: "", params: { seconds: 7 } };
  expect(sentenceOfFailure(new ApiError(limited))).toContain("in 7 seconds.");
  expect(sentenceOfFailure(new TypeError("undefined"))).toBe("An unexpected error occurred.");
});

test("a single field gets the failure itself, several get the server's sentences", () => {
  const fields = (code: string, names: Record<string, string>) =>
    fieldErrorsOf(new ApiError({ status: 400, code, detail: "", fields: names }));
  expect(fields("wrong_password", { old_password: "Wrong." })).toEqual({
    old_password: expect.objectContaining({ code: "wrong_password" }),
  });
  expect(fields("invalid_input", { name: "Too long." })).toEqual({ name: "Too long." });
  const two = { name: "Too long.", email: "Not an email." };
  expect(fields("wrong_password", two)).toEqual(two);
  expect(fieldErrorsOf(new Error("none"))).toEqual({});
});
