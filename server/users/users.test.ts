import { describe, expect, it } from "vitest";
import { transaction } from "../db/transaction.ts";
import { appOn, useApp } from "../testing/app.ts";
import { aPlayer, PASSWORD, setClock } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { createUserLane, openSession, resetPassword } from "./service.ts";

const here = useApp();
const there = appOn(here);

const ENDED = { status: 401, code: "session_required" };

describe("the profile", () => {
  it("changes only the given fields", async () => {
    const player = await aPlayer(here.db, { full_name: "Asha", balance: 75 });
    const as = await here.signIn(player);
    const changed = await here.ask("PUT /users/profile", {
      as,
      body: { full_name: " Asha  Devi ", email: "asha@example.in" },
    });
    expect(changed).toMatchObject({
      full_name: "Asha Devi",
      email: "asha@example.in",
      language: "en",
      wallet_balance: 75,
    });
    const again = await here.ask("PUT /users/profile", { as, body: { language: "kha" } });
    expect(again).toStrictEqual({ ...changed, language: "kha" });
    expect(await here.ask("GET /users/profile", { as })).toStrictEqual(again);
  });

  it("is the caller's own, with the caller's balance, for many at once", async () => {
    const balances = Array.from({ length: 20 }, (_, nth) => 10 + nth);
    const players = await Promise.all(balances.map((balance) => aPlayer(here.db, { balance })));
    const tokens = await Promise.all(players.map((player) => here.signIn(player)));
    const seen = await Promise.all(tokens.map((as) => here.ask("GET /auth/me", { as })));
    expect(seen.map(({ id, wallet_balance }) => [id, wallet_balance])).toEqual(
      players.map(({ id }, nth) => [id, balances[nth]]),
    );
  });

  it("is null in a batch for an account that is gone", async () => {
    const { id } = await aPlayer(here.db);
    const users = createUserLane(here.db);
    const [found, missing] = await Promise.all([users.push(id), users.push(id + 1_000_000)]);
    expect(found).toMatchObject({ id });
    expect(missing).toBeNull();
  });

  it.each([null, "", "  "])("loses its email when it is set to %j", async (email) => {
    const as = await here.signIn(await aPlayer(here.db));
    await here.ask("PUT /users/profile", { as, body: { email: "a@example.in" } });
    expect(await here.ask("PUT /users/profile", { as, body: { email } })).toMatchObject({
      email: null,
    });
  });

  it.each([
    [{ full_name: " " }, "registration_incomplete"],
    [{ full_name: "x".repeat(101) }, "invalid_input"],
    [{ full_name: "a\u202eb" }, "invalid_input"],
    [{ email: "a\u202eb@example.in" }, "invalid_input"],
    [{ email: `${"a".repeat(190)}@example.in` }, "invalid_input"],
    [{ email: "nobody" }, "invalid_email"],
    [{ language: "fr" }, "invalid_input"],
    [{ role: "admin" }, "invalid_input"],
    [{ wallet_balance: 1_000_000 }, "invalid_input"],
    [{ is_active: true }, "invalid_input"],
    [{ phone: "9876543210" }, "invalid_input"],
  ])("refuses %j and stays as it is", async (fault, code) => {
    const as = await here.signIn(await aPlayer(here.db));
    const before = await here.ask("GET /users/profile", { as });
    const answer = await here.app.inject({
      method: "PUT",
      url: "/api/users/profile",
      headers: { authorization: `Bearer ${as}` },
      payload: { language: "hi", ...fault },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code });
    expect(await here.ask("GET /users/profile", { as })).toStrictEqual(before);
  });
});

describe("a changed password", () => {
  it("ends all other sessions at once, on every process, and keeps this one", async () => {
    const player = await aPlayer(here.db);
    const [mine, other] = [await here.signIn(player), await there.signIn(player)];
    await there.ask("GET /auth/me", { as: other });
    const body = { old_password: PASSWORD, new_password: "quiver-8" };
    await here.ask("POST /users/change-password", { as: mine, body });
    expect(await there.refused("GET /auth/me", { as: other })).toMatchObject(ENDED);
    await there.ask("GET /auth/me", { as: mine });
    await here.signIn(player, "quiver-8");
    const old = { phone: player.phone, password: PASSWORD };
    expect(await here.refused("POST /auth/login", { body: old })).toMatchObject({ status: 401 });
    expect(here.messages.at(-1)).toMatchObject({
      phone: player.phone,
      text: expect.stringMatching(/^Your Nishana password was changed\./),
    });
  });

  it.each([
    [{ old_password: "wrong-1" }, "wrong_password", "The current password is wrong"],
    [{ old_password: "" }, "login_incomplete", "Please fill in all fields"],
    [
      { old_password: "x".repeat(201) },
      "invalid_input",
      "Please check what was sent: old_password must have at most 200 characters",
    ],
    [{ new_password: "12345" }, "password_too_short", "Password must be at least 6 characters"],
  ])("is refused with %j, and nothing ends", async (fault, code, detail) => {
    const player = await aPlayer(here.db);
    const [mine, other] = [await here.signIn(player), await here.signIn(player)];
    const body = { old_password: PASSWORD, new_password: "quiver-8", ...fault };
    expect(await here.refused("POST /users/change-password", { as: mine, body })).toMatchObject({
      status: 400,
      code,
      detail,
    });
    await here.ask("GET /auth/me", { as: other });
    await here.signIn(player);
    expect(here.messages.filter(({ phone }) => phone === player.phone)).toEqual([]);
  });

  it("is one of five that are requested concurrently", async () => {
    const player = await aPlayer(here.db);
    const as = await here.signIn(player);
    const passwords = ["quiver-1", "quiver-2", "quiver-3", "quiver-4", "quiver-5"];
    const answers = await Promise.all(
      passwords.map((new_password) =>
        here.call("POST /users/change-password", {
          as,
          body: { old_password: PASSWORD, new_password },
        }),
      ),
    );
    const done = answers.findIndex(({ status }) => status === 204);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    await here.signIn(player, passwords[done]);
  });

  it("is refused when the password is reset after it was compared", async () => {
    const player = await aPlayer(here.db);
    const as = await here.signIn(player);
    const { changing } = await transaction(here.db, async (tx) => {
      await resetPassword(tx, player.id, "another");
      const body = { old_password: PASSWORD, new_password: "quiver-8" };
      const changing = here.call("POST /users/change-password", { as, body });
      await untilWaiting(here.db, 1);
      return { changing };
    });
    expect(await changing).toMatchObject({ status: 400, body: { code: "wrong_password" } });
  });
});

describe("one's own sessions", () => {
  it("are listed newest first, with where they were opened", async () => {
    const player = await aPlayer(here.db);
    const login = (user_agent: string) =>
      here.ask("POST /auth/login", {
        body: { phone: player.phone, password: PASSWORD },
        headers: { "user-agent": user_agent },
      });
    await login("Phone/1.0".padEnd(400, "."));
    const { access_token } = await login("Laptop/2.0");
    const { sessions } = await here.ask("GET /users/sessions", { as: access_token });
    expect(sessions).toMatchObject([
      { is_current: true, user_agent: "Laptop/2.0", address: "127.0.0.1" },
      { is_current: false, user_agent: "Phone/1.0".padEnd(300, "."), address: "127.0.0.1" },
    ]);
  });

  it("can be ended one by one, on every process", async () => {
    const player = await aPlayer(here.db);
    const [mine, lost] = [await here.signIn(player), await there.signIn(player)];
    await there.ask("GET /auth/me", { as: lost });
    const { sessions } = await here.ask("GET /users/sessions", { as: mine });
    const id = String(sessions.find(({ is_current }) => !is_current)?.id);
    await here.ask("DELETE /users/sessions/{id}", { as: mine, params: { id } });
    expect(await there.refused("GET /auth/me", { as: lost })).toMatchObject(ENDED);
    expect(
      await here.refused("DELETE /users/sessions/{id}", { as: mine, params: { id } }),
    ).toMatchObject({ status: 404 });
  });

  it("cannot be ended by other users", async () => {
    const [player, stranger] = [await aPlayer(here.db), await aPlayer(here.db)];
    const [mine, theirs] = [await here.signIn(player), await here.signIn(stranger)];
    const { sessions } = await here.ask("GET /users/sessions", { as: mine });
    const params = { id: String(sessions[0]?.id) };
    expect(await here.refused("DELETE /users/sessions/{id}", { as: theirs, params })).toMatchObject(
      { status: 404, code: "not_found" },
    );
    await here.ask("GET /auth/me", { as: mine });
  });

  it("can all be ended except this one", async () => {
    const player = await aPlayer(here.db);
    const [mine, lost] = [await here.signIn(player), await there.signIn(player)];
    await there.ask("GET /auth/me", { as: lost });
    await here.ask("DELETE /users/sessions", { as: mine });
    expect(await there.refused("GET /auth/me", { as: lost })).toMatchObject(ENDED);
    const { sessions } = await here.ask("GET /users/sessions", { as: mine });
    expect(sessions).toHaveLength(1);
  });

  it("can all be ended while another is being opened, which ends too", async () => {
    const player = await aPlayer(here.db);
    const mine = await here.signIn(player);
    let ending: Promise<unknown> = Promise.resolve();
    const opened = await here.db.transaction().execute(async (tx) => {
      const token = await openSession(tx, player.id, { address: "10.0.0.9", user_agent: null });
      ending = here.ask("DELETE /users/sessions", { as: mine });
      await untilWaiting(here.db, 1);
      return token ?? "";
    });
    await ending;
    expect(await here.refused("GET /auth/me", { as: opened })).toMatchObject(ENDED);
    await here.ask("GET /auth/me", { as: mine });
  });

  it("are not listed after they expire", async () => {
    const player = await aPlayer(here.db);
    await setClock(here.db, "2026-11-01T12:00:00+05:30");
    await here.signIn(player);
    await setClock(here.db, "2026-11-30T12:00:00+05:30");
    const as = await here.signIn(player);
    const list = async () => (await here.ask("GET /users/sessions", { as })).sessions;
    expect(await list()).toHaveLength(2);
    await setClock(here.db, "2026-12-01T12:00:00+05:30");
    expect(await list()).toMatchObject([{ is_current: true }]);
  });
});
