import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { DepositForm, Withdrawal } from "../../contract/payments/schemas.ts";
import { errors } from "../../contract/errors.ts";
import type { RouteShape } from "../../contract/route.ts";
import { countText } from "../../contract/schemas.ts";
import { contract } from "../../contract/table.ts";
import { Refusal } from "../refusal.ts";
import { check } from "./validation.ts";

/** The refusal of a body: its problem and the sentence of each field. */
function refused(schema: z.ZodMiniType, sent: unknown) {
  try {
    check(schema, sent);
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error("it is refused");
}

const Account = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("bank") }),
  z.object({ kind: z.literal("upi") }),
]);

type Row = [schema: z.ZodMiniType, sent: unknown, words: string];

/** By the code of the issue; a missing code does not compile. */
const table: Record<z.core.$ZodIssue["code"], Row[]> = {
  invalid_type: [
    [z.string(), undefined, "is missing"],
    [z.int(), undefined, "is missing"],
    [z.array(z.string()), undefined, "is missing"],
    [z.string(), 5, "must be text"],
    [z.string(), null, "must be text"],
    [z.string(), ["10", "20"], "must be one text, not a list"],
    [z.number(), "5", "must be a number"],
    [z.number(), Number.NaN, "must be a number"],
    [z.int(), "5", "must be a number"],
    [z.int(), 1.5, "must be a whole number"],
    [z.boolean(), "yes", "must be true or false"],
    [z.array(z.string()), {}, "must be a list"],
    [z.object({}), [], "must be an object"],
    [z.optional(z.null()), 5, "must be left out"],
    [z.date(), 5, "is not valid"],
  ],
  invalid_value: [
    [z.enum(["user", "agent"]), undefined, "is missing"],
    [z.enum(["user", "agent"]), "king", "must be one of user, agent"],
    [z.literal("both"), "first", "must be both"],
    [z.literal(true), false, "must be true"],
  ],
  invalid_union: [
    [Account, {}, "is missing"],
    [Account, { kind: "card" }, "must be one of bank, upi"],
    [z.union([z.string(), z.number()]), true, "is not valid"],
  ],
  too_small: [
    [z.int().check(z.gte(10)), 9, "must be at least 10"],
    [z.number().check(z.gt(10)), 10, "must be more than 10"],
    [z.string().check(z.minLength(1)), "", "must have at least 1 character"],
    [z.string().check(z.minLength(6)), "five5", "must have at least 6 characters"],
    [z.array(z.int()).check(z.minLength(2)), [1], "must have at least 2 items"],
  ],
  too_big: [
    [z.int().check(z.lte(1_000_000)), 2_000_000, "must be at most 1000000"],
    [z.int(), 2 ** 53, `must be at most ${Number.MAX_SAFE_INTEGER}`],
    [z.number().check(z.lt(10)), 10, "must be less than 10"],
    [z.string().check(z.maxLength(3)), "four", "must have at most 3 characters"],
    [z.array(z.int()).check(z.maxLength(1)), [1, 2], "must have at most 1 item"],
  ],
  invalid_format: [[z.string().check(z.regex(/^a$/)), "b", "is not valid"]],
  not_multiple_of: [[z.number().check(z.multipleOf(5)), 7, "is not valid"]],
  unrecognized_keys: [[z.strictObject({}), { other: 1 }, "is not known here"]],
  invalid_key: [[z.record(z.string().check(z.maxLength(1)), z.int()), { ab: 1 }, "is not valid"]],
  invalid_element: [[z.map(z.object({}), z.int()), new Map([[{}, "a"]]), "is not valid"]],
  custom: [
    [z.string().check(z.refine(() => false)), "a", "is not valid"],
    [z.string().check(z.refine(() => false, "must be liked")), "a", "must be liked"],
  ],
};

describe.each(Object.entries(table))("an issue of the kind %s", (kind, rows) => {
  it.each(rows)("is described in plain words: %# %s", (schema, value, words) => {
    const { error } = z.safeParse(schema, value);
    expect(error?.issues[0]?.code).toBe(kind);
    const { code, params, fields } = refused(z.object({ it: schema }), { it: value });
    expect(code).toBe("invalid_input");
    const [field = ""] = Object.keys(fields ?? {});
    expect(field).toMatch(/^it(\.kind|\.other|\.ab)?$/);
    expect(params).toEqual({ problem: `${field} ${words}` });
    expect(fields).toEqual({ [field]: `This field ${words}` });
  });
});

describe("a body", () => {
  it("of the wrong type is reported as the field `body`", () => {
    const { params, fields } = refused(z.object({}), "text");
    expect(params).toEqual({ problem: "body must be an object" });
    expect(fields).toEqual({ body: "This field must be an object" });
  });

  it("is refused with every invalid field and every unknown field by name", () => {
    const schema = z.strictObject({ name: z.string(), place: z.strictObject({ lane: z.int() }) });
    const { params, fields } = refused(schema, { a: 1, constructor: 2, place: { lane: 1, b: 3 } });
    expect(params).toEqual({ problem: "name is missing" });
    expect(fields).toEqual({
      name: "This field is missing",
      a: "This field is not known here",
      constructor: "This field is not known here",
      "place.b": "This field is not known here",
    });
  });

  it("with a field that has its own refusal is refused with that code and lists all fields", () => {
    const schema = z.object({ name: z.string(), phone: z.string("invalid_phone") });
    const { code, params, fields } = refused(schema, {});
    expect([code, params]).toEqual(["invalid_phone", undefined]);
    expect(fields).toEqual({ name: "This field is missing", phone: errors.invalid_phone.sentence });
  });

  it.each([
    ["-1", "must be at least 0"],
    ["1000001", "must be at most 1000000"],
    ["99999999999", "must be at most 1000000"],
    ["1.5", "must be a whole number"],
    ["1e3", "must be a whole number"],
    ["", "must be a whole number"],
  ])("or a query with skip %j is refused because it %s", (skip, words) => {
    const { params } = refused(z.object({ skip: countText(0, 1_000_000, 0) }), { skip });
    expect(params).toEqual({ problem: `skip ${words}` });
  });

  it("of a form is told that a file is needed", () => {
    const { fields } = refused(DepositForm, { amount: "100", payment_method: "1", proof: "text" });
    expect(fields).toEqual({ proof: "This field must be a file" });
  });

  const bodies = Object.entries<RouteShape>(contract).flatMap(([key, { body }]) =>
    body ? [{ key, body }] : [],
  );
  it.each(bodies)("of $key is refused without messages of the schema library", ({ body }) => {
    const values = [undefined, null, 5.5, -1, 1e15, "", "x".repeat(9_999), [], {}, true];
    const names = Object.keys(
      z.toJSONSchema(body, { io: "input", unrepresentable: "any" }).properties ?? {},
    );
    for (const value of values) {
      const sent = Object.fromEntries(names.map((name) => [name, value]));
      const { fields } = refused(body, { ...sent, unknown: 1 });
      for (const sentence of Object.values(fields ?? {})) {
        expect(sentence).not.toMatch(/expected|invalid input|received|too (big|small)|undefined/i);
      }
    }
  });

  it("that has a number for a text, such as a phone, is told so, not that it is missing", () => {
    const texts = bodies.flatMap(({ key, body }) => {
      const { properties = {} } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
      return Object.entries(properties)
        .filter(([, shape]) => shape !== true && Object(shape).type === "string")
        .filter(([, shape]) => !Object.hasOwn(Object(shape), "enum"))
        .map(([name]) => ({ key, body, name }));
    });
    expect(texts.map(({ key, name }) => `${key} ${name}`)).toContain("POST /auth/login phone");
    const said = texts.map(({ key, body, name }) => {
      const { fields } = refused(body, { [name]: 9_876_543_210 });
      return { key, name, sentence: fields?.[name] };
    });
    expect(said).toEqual(
      texts.map(({ key, name }) => ({ key, name, sentence: "This field must be text" })),
    );
    const account_details = { account_type: "bank", account_number: 123_456_789_012 };
    expect(refused(Withdrawal, { amount: 100, account_details }).fields).toMatchObject({
      "account_details.account_name": "Please fill in all account details",
      "account_details.account_number": "This field must be text",
    });
  });
});
