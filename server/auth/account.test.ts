import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { transaction } from "../db/transaction.ts";
import { useApp } from "../testing/app.ts";
import { actorOf, anAdmin, aPlayer, PASSWORD, setClock } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { setUserActive } from "../users/service.ts";

const server = useApp();

const asha = { full_name: "Asha Devi", password: "arrow-7", language: "hi" } as const;

describe("registration", () => {
  it("creates a player with an empty wallet", async () => {
    const user = await server.ask("POST /auth/register", {
      body: { ...asha, phone: "9876500001", email: " asha@example.in ", is_adult: true },
    });
    expect(user).toStrictEqual({
      id: user.id,
      full_name: "Asha Devi",
      phone: "9876500001",
      email: "asha@example.in",
      language: "hi",
      role: "user",
      wallet_balance: 0,
      is_active: true,
      is_verified: false,
      created_at: user.created_at,
    });
  });

  it("opens no session; the account can log in, and is in English by default", async () => {
    const body = { ...asha, phone: "9876500002", language: undefined };
    const user = await server.ask("POST /auth/register", { body });
    expect(user).not.toHaveProperty("access_token");
    expect(user.language).toBe("en");
    const token = await server.signIn(body, asha.password);
    expect(await server.ask("GET /wallet/balance", { as: token })).toStrictEqual({ balance: 0 });
  });

  it.each([
    ["9876500010", "9876500010"],
    ["+919876500011", "9876500011"],
    ["919876500012", "9876500012"],
    ["09876500013", "9876500013"],
    [" 98765 00014 ", "9876500014"],
    ["98765-00015", "9876500015"],
    ["+91 98765-00016", "9876500016"],
    ["+91-9876500017", "9876500017"],
    ["91 98765 00018", "9876500018"],
    ["0-98765-00019", "9876500019"],
    ["+ 91 98765 00021", "9876500021"],
    ["\u202a+91 98765\u201100022\u202c", "9876500022"],
    ["(098765) 00023", "9876500023"],
    ["6000000020", "6000000020"],
    ["9198765002", "9198765002"],
    ["919198765003", "9198765003"],
  ])("reads the phone %j as %s, and so does login", async (phone, digits) => {
    const user = await server.ask("POST /auth/register", { body: { ...asha, phone } });
    expect(user.phone).toBe(digits);
    await server.signIn({ phone: digits }, asha.password);
    await server.signIn({ phone }, asha.password);
  });

  it.each([
    "5876500001",
    "987650000",
    "98765000011",
    "+929876500001",
    "+1 9876500001",
    "+9876500001",
    "+ 98765 00001",
    "+09876500001",
    "++919876500001",
    "91987650000",
    "91+9876500001",
    "00919876500001",
    "0091 9876500001",
    "98765o0001",
    "९८७६५०००००",
    "9876500001;",
    "phone",
  ])("refuses %j as a phone", async (phone) => {
    expect(await server.refused("POST /auth/register", { body: { ...asha, phone } })).toMatchObject(
      { status: 400, code: "invalid_phone", detail: "Invalid phone number" },
    );
  });

  it.each([
    [{ full_name: "" }, "registration_incomplete", "Please fill in all required fields"],
    [{ full_name: "   " }, "registration_incomplete", "Please fill in all required fields"],
    [{ full_name: "\u200b" }, "registration_incomplete", "Please fill in all required fields"],
    [{ phone: "" }, "registration_incomplete", "Please fill in all required fields"],
    [{ password: "" }, "registration_incomplete", "Please fill in all required fields"],
    [{ password: "12345" }, "password_too_short", "Password must be at least 6 characters"],
    [{ email: "asha" }, "invalid_email", "Invalid email address"],
    [{ email: "asha@home" }, "invalid_email", "Invalid email address"],
    [{ email: "asha@home@example.in" }, "invalid_email", "Invalid email address"],
  ])("refuses %j", async (fault, code, detail) => {
    const body = { ...asha, phone: "9876500030", ...fault };
    const refusal = await server.refused("POST /auth/register", { body });
    expect(refusal).toMatchObject({ status: 400, code, detail });
    expect(Object.keys(refusal.fields ?? {})).toStrictEqual(Object.keys(fault));
  });

  it.each([
    [{ is_adult: false }, "adults_only"],
    [{ role: "admin" }, "invalid_input"],
    [{ wallet_balance: 1000 }, "invalid_input"],
    [{ language: "fr" }, "invalid_input"],
  ])("refuses %j and creates nothing", async (fault, code) => {
    const answer = await server.app.inject({
      method: "POST",
      url: "/api/auth/register",
      payload: { ...asha, phone: "9876500031", ...fault },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code });
    const body = { phone: "9876500031", password: asha.password };
    expect(await server.refused("POST /auth/login", { body })).toMatchObject({ status: 401 });
  });

  it("refuses a phone that has an account, in any notation", async () => {
    await server.ask("POST /auth/register", { body: { ...asha, phone: "9876500040" } });
    const body = { ...asha, phone: "+91 98765 00040" };
    expect(await server.refused("POST /auth/register", { body })).toMatchObject({
      status: 409,
      code: "phone_taken",
      detail: "Phone number already registered",
    });
  });

  it("creates one account with one wallet from twenty calls at once for one phone", async () => {
    const body = { ...asha, phone: "9876500041" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call("POST /auth/register", { body })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const { rows } = await sql`
      select w.user_id from users u join wallets w on w.user_id = u.id where u.phone = ${body.phone}
    `.execute(server.db);
    expect(rows).toHaveLength(1);
  });
});

describe("login", () => {
  it("returns a bearer token", async () => {
    const { phone } = await aPlayer(server.db);
    const token = await server.ask("POST /auth/login", { body: { phone, password: PASSWORD } });
    expect(token).toStrictEqual({ access_token: token.access_token, token_type: "bearer" });
    // 256 bits in base64url.
    expect(token.access_token).toMatch(/^[\w-]{43}$/);
  });

  it("refuses an unknown phone, an invalid phone and a wrong password identically", async () => {
    const { phone } = await aPlayer(server.db);
    const bodies = [
      { phone: "9999900000", password: PASSWORD },
      { phone: "12", password: PASSWORD },
      { phone: "\u0000", password: PASSWORD },
      { phone, password: "secret124" },
      { phone, password: "SECRET123" },
      { phone, password: `${PASSWORD} ` },
    ];
    const answers = bodies.map((body) => server.refused("POST /auth/login", { body }));
    for (const answer of await Promise.all(answers)) {
      expect(answer).toStrictEqual({
        status: 401,
        code: "invalid_credentials",
        detail: "Invalid credentials",
      });
    }
  });

  it.each([
    { phone: "", password: "x" },
    { phone: "  ", password: "x" },
    { phone: "9876500001", password: "" },
  ])("refuses %j", async (body) => {
    expect(await server.refused("POST /auth/login", { body })).toMatchObject({
      status: 400,
      code: "login_incomplete",
      detail: "Please fill in all fields",
    });
  });

  it.each([
    [{ password: PASSWORD }, "login_incomplete", "Please fill in all fields"],
    [{ phone: null, password: PASSWORD }, "login_incomplete", "Please fill in all fields"],
    [{ phone: 9_876_500_001, password: PASSWORD }, "invalid_input", "This field must be text"],
  ])("names what is wrong with the phone of %j", async (payload, code, phone) => {
    const answer = await server.app.inject({ method: "POST", url: "/api/auth/login", payload });
    expect(answer.json()).toMatchObject({ code, fields: { phone } });
  });

  it("reveals that an account is deactivated only when the password is right", async () => {
    const player = await aPlayer(server.db);
    const admin = await anAdmin(server.db);
    await setUserActive(server.context, actorOf(admin), player.id, false);
    const attempt = (password: string) =>
      server.refused("POST /auth/login", { body: { phone: player.phone, password } });
    expect(await attempt("secret124")).toMatchObject({ status: 401, code: "invalid_credentials" });
    expect(await attempt(PASSWORD)).toMatchObject({
      status: 403,
      code: "account_deactivated",
      detail: "Account is deactivated",
    });
  });

  it("opens no session when the password is changed during the login", async () => {
    const { id, phone } = await aPlayer(server.db);
    const { login } = await transaction(server.db, async (tx) => {
      await sql`update users set password_hash = 'another' where id = ${id}`.execute(tx);
      const body = { phone, password: PASSWORD };
      const login = server.call("POST /auth/login", { body });
      await untilWaiting(server.db, 1);
      return { login };
    });
    expect(await login).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
  });

  it("stores neither the password nor the token in plain text", async () => {
    const { phone } = await aPlayer(server.db);
    const token = await server.signIn({ phone });
    const { rows } = await sql<{ everything: string }>`
      select users::text || sessions::text as everything
      from users join sessions on sessions.user_id = users.id
      where phone = ${phone}
    `.execute(server.db);
    const [row] = rows;
    expect(row?.everything).toContain(phone);
    expect(row?.everything).not.toContain(PASSWORD);
    expect(row?.everything).not.toContain(token);
  });
});

describe("a session", () => {
  it("shows the account with its balance", async () => {
    const player = await aPlayer(server.db, { balance: 250, role: "agent" });
    const token = await server.signIn(player);
    const me = await server.ask("GET /auth/me", { as: token });
    expect(me).toMatchObject({ ...player, role: "agent", wallet_balance: 250 });
    expect(me).not.toHaveProperty("password_hash");
    expect(await server.ask("GET /users/profile", { as: token })).toStrictEqual(me);
  });

  it("ends with logout, while the account's other session goes on", async () => {
    const player = await aPlayer(server.db);
    const [phone, laptop] = [await server.signIn(player), await server.signIn(player)];
    expect(await server.call("POST /auth/logout", { as: phone })).toMatchObject({
      status: 204,
      body: undefined,
    });
    expect(await server.refused("GET /auth/me", { as: phone })).toMatchObject({
      status: 401,
      code: "session_required",
      detail: "Session expired. Please login again.",
    });
    await server.ask("GET /auth/me", { as: laptop });
  });

  it("is replaced by a new one with another token, and the old token is invalid", async () => {
    const player = await aPlayer(server.db);
    const old = await server.signIn(player);
    const headers = { "user-agent": "Phone/1.0" };
    const { access_token } = await server.ask("POST /auth/refresh-token", { as: old, headers });
    expect(access_token).not.toBe(old);
    expect(await server.ask("GET /auth/me", { as: access_token })).toMatchObject({ id: player.id });
    const { sessions } = await server.ask("GET /users/sessions", { as: access_token });
    expect(sessions).toMatchObject([{ address: "127.0.0.1", user_agent: "Phone/1.0" }]);
    expect(await server.refused("GET /auth/me", { as: old })).toMatchObject({ status: 401 });
    expect(await server.refused("POST /auth/refresh-token", { as: old })).toMatchObject({
      status: 401,
    });
  });

  it("is replaced only once by twenty calls at once", async () => {
    const old = await server.signIn(await aPlayer(server.db));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call("POST /auth/refresh-token", { as: old })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  it("is not replaced when it ends meanwhile", async () => {
    const { id, phone } = await aPlayer(server.db);
    const as = await server.signIn({ phone });
    const { refresh } = await transaction(server.db, async (tx) => {
      await sql`delete from sessions where user_id = ${id}`.execute(tx);
      const refresh = server.call("POST /auth/refresh-token", { as });
      await untilWaiting(server.db, 1);
      return { refresh };
    });
    expect(await refresh).toMatchObject({ status: 401, body: { code: "session_required" } });
    const { rows } = await sql`select id from sessions where user_id = ${id}`.execute(server.db);
    expect(rows).toStrictEqual([]);
  });

  it.each(["", "Bearer", "Bearer x", `Bearer ${"x".repeat(43)}`, "Basic YTpi", "Bearer a b"])(
    "is required: the authorization %j is refused",
    async (authorization) => {
      expect(await server.refused("GET /auth/me", { headers: { authorization } })).toMatchObject({
        status: 401,
        code: "session_required",
      });
    },
  );

  it("ends after thirty days by the product's clock", async () => {
    const player = await aPlayer(server.db);
    await setClock(server.db, "2026-11-01T12:00:00+05:30");
    const [first, second] = [await server.signIn(player), await server.signIn(player)];
    await setClock(server.db, "2026-12-01T11:59:00+05:30");
    await server.ask("GET /auth/me", { as: first });
    await setClock(server.db, "2026-12-01T12:01:00+05:30");
    expect(await server.refused("GET /auth/me", { as: second })).toMatchObject({ status: 401 });
    // The next login deletes the expired sessions.
    await server.signIn(player);
    const { rows } = await sql`
      select id from sessions where user_id = ${player.id}
    `.execute(server.db);
    expect(rows).toHaveLength(1);
  });
});
