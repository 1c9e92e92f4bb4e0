import crypto from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { transaction } from "../db/transaction.ts";
import { holdUsers } from "../proof/scene.ts";
import { useApp } from "../testing/app.ts";
import { replaceBuiltin } from "../testing/builtins.ts";
import { aPlayer, PASSWORD, type Player, setClock } from "../testing/makers.ts";
import { deleteResetCode, upsertResetCode } from "./sql.ts";

const server = useApp();

const NEW_PASSWORD = "quiver-8";

/** Requests a code and returns the one that was sent to the phone with these ten digits. */
async function codeFor({ phone }: Player, digits = phone): Promise<string> {
  await server.ask("POST /auth/forgot-password", { body: { phone } });
  const sent = server.messages.findLast((message) => message.phone === digits);
  return /^\d{6}/.exec(sent?.text ?? "")?.[0] ?? "none";
}

const reset = ({ phone }: Player, code: string, new_password = NEW_PASSWORD) =>
  server.call("POST /auth/reset-password", { body: { phone, code, new_password } });

const FORGOT = { method: "POST", url: "/api/auth/forgot-password" } as const;

const another = (code: string): string => String((Number(code) + 1) % 1e6).padStart(6, "0");

const CHANGED =
  "Your Nishana password was changed. If it was not you, set a new one now with “Forgot password”.";

const WRONG = {
  status: 400,
  body: { code: "invalid_code", detail: "The code is wrong or has expired" },
};

describe("a forgotten password", () => {
  it("is replaced with the code, which ends every session of the account", async () => {
    const player = await aPlayer(server.db);
    const sessions = [await server.signIn(player), await server.signIn(player)];
    expect(await reset(player, await codeFor(player))).toMatchObject({ status: 204 });
    for (const as of sessions) {
      expect(await server.refused("GET /auth/me", { as })).toMatchObject({ status: 401 });
    }
    const body = { phone: player.phone, password: PASSWORD };
    expect(await server.refused("POST /auth/login", { body })).toMatchObject({ status: 401 });
    await server.signIn(player, NEW_PASSWORD);
    expect(server.messages.at(-1)).toStrictEqual({ phone: player.phone, text: CHANGED });
  });

  it("is replaced by whoever has the account's phone, which is verified then", async () => {
    const player = await aPlayer(server.db);
    const isVerified = async (as: string) => (await server.ask("GET /auth/me", { as })).is_verified;
    expect(await isVerified(await server.signIn(player))).toBe(false);
    await reset(player, await codeFor(player));
    expect(await isVerified(await server.signIn(player, NEW_PASSWORD))).toBe(true);
  });

  it("gets the same response for a phone without an account, and nothing is sent", async () => {
    const sent_before = server.messages.length;
    const answer = await server.call("POST /auth/forgot-password", {
      body: { phone: "9876599999" },
    });
    expect(answer).toMatchObject({ status: 204, body: undefined });
    expect(server.messages).toHaveLength(sent_before);
    const player = { id: 0, full_name: "", phone: "9876599999" };
    expect(await reset(player, "123456")).toMatchObject(WRONG);
  });

  it.each([
    ["with", 1],
    ["without", 0],
  ])("is answered before a phone %s an account is looked up", async (_, messages) => {
    const phone = messages ? (await aPlayer(server.db)).phone : "9876599998";
    const { length } = server.messages;
    const users = await holdUsers(server.db);
    const payload = { phone };
    const answer = await server.app.inject({ ...FORGOT, payload });
    expect(answer.statusCode).toBe(204);
    await users.untilWaitedForBy(server.context.afterwards.ended());
    await users.letGo();
    await server.context.afterwards.ended();
    expect(server.messages).toHaveLength(length + messages);
  });

  it.each(["12", "+9876500001", "no phone", "x".repeat(1_000), "a\u0000b", "'; drop table users"])(
    "gets the same response for %j, which is not a phone",
    async (phone) => {
      const sent_before = server.messages.length;
      const answer = await server.call("POST /auth/forgot-password", { body: { phone } });
      expect(answer).toMatchObject({ status: 204, body: undefined });
      expect(server.messages).toHaveLength(sent_before);
    },
  );

  it.each([
    [{}, "login_incomplete"],
    [{ phone: "" }, "login_incomplete"],
    [{ phone: "  " }, "login_incomplete"],
    [{ phone: null }, "login_incomplete"],
    [{ phone: 9_876_500_001 }, "invalid_input"],
  ])("requires a phone: the body %j is refused as %s", async (payload, code) => {
    const answer = await server.app.inject({ ...FORGOT, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code });
  });

  it("is refused as busy while 300 phones wait to be looked up", async () => {
    const users = await holdUsers(server.db);
    const ask = () => server.app.inject({ ...FORGOT, payload: { phone: "9876599997" } });
    // Two are looked up at a time.
    for (let n = 0; n < 302; n += 1) expect((await ask()).statusCode).toBe(204);
    expect((await ask()).json()).toMatchObject({ code: "busy" });
    await users.letGo();
    await server.context.afterwards.ended();
    expect((await ask()).statusCode).toBe(204);
  });

  it("accepts a phone in the notation that people use", async () => {
    const player = await aPlayer(server.db);
    const code = await codeFor({ ...player, phone: `+91 ${player.phone}` }, player.phone);
    expect(await reset(player, code)).toMatchObject({ status: 204 });
  });

  it("sends a message with the code and the minutes, and stores only the code's hash", async () => {
    const player = await aPlayer(server.db);
    const code = await codeFor(player);
    expect(server.messages.at(-1)).toStrictEqual({
      phone: player.phone,
      text:
        `${code} is your Nishana code to set a new password. ` +
        "It works for 10 minutes. Give it to nobody.",
    });
    const { rows } = await sql<{ text: string }>`
      select reset_codes::text as text from reset_codes where user_id = ${player.id}
    `.execute(server.db);
    expect(rows[0]?.text).not.toContain(code);
  });
});

describe("a reset code", () => {
  it("works once", async () => {
    const player = await aPlayer(server.db);
    const code = await codeFor(player);
    expect(await reset(player, code)).toMatchObject({ status: 204 });
    expect(await reset(player, code, "quiver-9")).toMatchObject(WRONG);
    await server.signIn(player, NEW_PASSWORD);
  });

  it("works once when it is sent twenty times at once", async () => {
    const player = await aPlayer(server.db);
    const code = await codeFor(player);
    // The fifth attempt is the last that is compared, right or wrong.
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset(player, code)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  it("is invalid after five wrong attempts", async () => {
    const player = await aPlayer(server.db);
    const code = await codeFor(player);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await reset(player, another(code))).toMatchObject(WRONG);
    }
    expect(await reset(player, code)).toMatchObject(WRONG);
  });

  it("works at the fifth attempt", async () => {
    const player = await aPlayer(server.db);
    const code = await codeFor(player);
    for (let tries = 0; tries < 4; tries += 1) await reset(player, another(code));
    expect(await reset(player, code)).toMatchObject({ status: 204 });
  });

  it("is replaced by a newer one, which has its own five attempts", async () => {
    const player = await aPlayer(server.db);
    const first = await codeFor(player);
    for (let tries = 0; tries < 5; tries += 1) await reset(player, another(first));
    const second = await codeFor(player);
    const old = first === second ? another(second) : first;
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await reset(player, old)).toMatchObject(WRONG);
    }
    expect(await reset(player, second)).toMatchObject({ status: 204 });
  });

  it("does not work for another account", async () => {
    const [player, other] = [await aPlayer(server.db), await aPlayer(server.db)];
    const code = await codeFor(player);
    expect(await reset(other, code)).toMatchObject(WRONG);
    await codeFor(other);
    expect(await reset(other, code)).toMatchObject(WRONG);
    expect(await reset(player, code)).toMatchObject({ status: 204 });
  });

  it("works for ten minutes by the product's clock", async () => {
    const player = await aPlayer(server.db);
    await setClock(server.db, "2026-11-20T14:00:00+05:30");
    const code = await codeFor(player);
    await setClock(server.db, "2026-11-20T14:10:00+05:30");
    expect(await reset(player, code)).toMatchObject(WRONG);
    await setClock(server.db, "2026-11-20T14:09:59+05:30");
    expect(await reset(player, code)).toMatchObject({ status: 204 });
  });

  it("that replaces another works for its own ten minutes", async () => {
    const player = await aPlayer(server.db);
    await setClock(server.db, "2026-11-20T14:00:00+05:30");
    await codeFor(player);
    await setClock(server.db, "2026-11-20T14:09:00+05:30");
    const code = await codeFor(player);
    await setClock(server.db, "2026-11-20T14:18:59+05:30");
    expect(await reset(player, code)).toMatchObject({ status: 204 });
  });

  it("that was replaced while it was redeemed does not delete the newer one", async () => {
    const { id } = await aPlayer(server.db);
    const [old, newer] = [Buffer.from("old"), Buffer.from("newer")];
    const limits = { minutes: 10, max_codes: 3 };
    await transaction(server.db, async (tx) => {
      for (const code_hash of [old, newer]) await upsertResetCode(tx, id, code_hash, limits);
      expect(await deleteResetCode(tx, id, old)).toBe(false);
      expect(await deleteResetCode(tx, id, newer)).toBe(true);
    });
  });

  it("is compared with five guesses when twenty are made at once", async () => {
    const player = await aPlayer(server.db);
    const code = await codeFor(player);
    const guesses = Array.from({ length: 20 }, () => reset(player, another(code)));
    for (const answer of await Promise.all(guesses)) expect(answer).toMatchObject(WRONG);
    const { rows } = await sql`
      select tries from reset_codes where user_id = ${player.id}
    `.execute(server.db);
    expect(rows).toEqual([{ tries: 5 }]);
    expect(await reset(player, code)).toMatchObject(WRONG);
  });

  it.each([
    ["lowest", () => 0, "000000"],
    ["highest", (limit: number) => limit - 1, "999999"],
  ])("is one of a million; the %s is sent with six digits", async (_, randomInt, code) => {
    const player = await aPlayer(server.db);
    onTestFinished(replaceBuiltin(crypto, "randomInt", randomInt));
    expect(await codeFor(player)).toBe(code);
    expect(await reset(player, code)).toMatchObject({ status: 204 });
  });

  it.each([
    [{ code: "12345" }, "invalid_code"],
    [{ code: "12345a" }, "invalid_code"],
    [{ new_password: "12345" }, "password_too_short"],
    [{ phone: "12" }, "invalid_phone"],
  ])("is refused with %j before it counts as an attempt", async (fault, code) => {
    const body = { phone: "9876500001", code: "123456", new_password: NEW_PASSWORD, ...fault };
    expect(await server.refused("POST /auth/reset-password", { body })).toMatchObject({
      status: 400,
      code,
    });
  });
});

// The app under test has no rate limits in memory: these are the database's, for all processes.
describe("an account gets three reset codes in ten minutes", () => {
  const AT = (time: string) => setClock(server.db, `2026-11-20T${time}+05:30`);

  const messagesTo = ({ phone }: Player) =>
    server.messages.filter((message) => message.phone === phone).length;

  it("and keeps the third when it asks for more", async () => {
    const player = await aPlayer(server.db);
    await AT("14:00:00");
    await codeFor(player);
    await AT("14:09:00");
    await codeFor(player);
    const third = await codeFor(player);
    await AT("14:09:59");
    await server.ask("POST /auth/forgot-password", { body: { phone: player.phone } });
    expect(messagesTo(player)).toBe(3);
    expect(await reset(player, third)).toMatchObject({ status: 204 });
  });

  it("also when it asks twenty times at once", async () => {
    const player = await aPlayer(server.db);
    const body = { phone: player.phone };
    await Promise.all(
      Array.from({ length: 20 }, () => server.ask("POST /auth/forgot-password", { body })),
    );
    expect(messagesTo(player)).toBe(3);
  });

  it("and another three once ten minutes have passed since the first", async () => {
    const player = await aPlayer(server.db);
    await AT("14:00:00");
    await codeFor(player);
    await AT("14:09:00");
    for (let n = 0; n < 2; n += 1) {
      const code = await codeFor(player);
      // Somebody spends it.
      for (let tries = 0; tries < 5; tries += 1) await reset(player, another(code));
    }
    await AT("14:10:00");
    for (let n = 0; n < 3; n += 1) await codeFor(player);
    expect(messagesTo(player)).toBe(6);
    await AT("14:19:59");
    await codeFor(player);
    expect(messagesTo(player)).toBe(6);
    await AT("14:20:00");
    expect(await reset(player, await codeFor(player))).toMatchObject({ status: 204 });
  });
});
