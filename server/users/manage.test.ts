import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { transaction } from "../db/transaction.ts";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { anAdmin, aPlayer, PASSWORD, type Player } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";

const here = useApp();
const there = appOn(here);

const ENDED = { status: 401, code: "session_required" };
const OWN = {
  status: 400,
  code: "own_account",
  detail: "You cannot deactivate your own account or change its role",
};

let admin: Player;
let as = "";

beforeAll(async () => {
  admin = await anAdmin(here.db);
  as = await here.signIn(admin);
});

const params = ({ id }: { id: number }) => ({ id: String(id) });

const setActive = (player: Player, is_active: boolean, token = as, server = here) =>
  server.call("PUT /admin/users/{id}/status", {
    as: token,
    params: params(player),
    body: { is_active },
  });

const setRole = (player: Player, role: "user" | "agent" | "admin", token = as, server = here) =>
  server.call("PUT /admin/users/{id}/role", {
    as: token,
    params: params(player),
    body: { role },
  });

const isWalletActive = async ({ id }: Player) => {
  const { rows } = await sql<{ is_active: boolean }>`
    select is_active from wallets where user_id = ${id}
  `.execute(here.db);
  return rows[0]?.is_active;
};

describe("a deactivated account", () => {
  it("is logged out at once, on every process, and cannot place orders", async () => {
    const player = await aPlayer(here.db, { balance: 100 });
    const [one, other] = [await here.signIn(player), await there.signIn(player)];
    await there.ask("GET /auth/me", { as: other });
    expect(await setActive(player, false)).toMatchObject({
      status: 200,
      body: { id: player.id, is_active: false, wallet_balance: 100, role: "user" },
    });
    expect(await here.refused("GET /auth/me", { as: one })).toMatchObject(ENDED);
    expect(await there.refused("GET /auth/me", { as: other })).toMatchObject(ENDED);
    expect(await isWalletActive(player)).toBe(false);
    await expectBooksToBalance(here.db);
  });

  it("can log in again when it is activated, but old sessions stay ended", async () => {
    const player = await aPlayer(here.db);
    const old = await here.signIn(player);
    await setActive(player, false);
    expect(await setActive(player, true)).toMatchObject({ status: 200 });
    expect(await here.refused("GET /auth/me", { as: old })).toMatchObject(ENDED);
    expect(await here.ask("GET /auth/me", { as: await here.signIn(player) })).toMatchObject({
      is_active: true,
    });
    expect(await isWalletActive(player)).toBe(true);
  });

  it("has no session left, even if its owner logs in concurrently", async () => {
    const player = await aPlayer(here.db);
    const body = { phone: player.phone, password: PASSWORD };
    const logins = Array.from({ length: 10 }, (_, place) =>
      (place % 2 ? here : there).call("POST /auth/login", { body }),
    );
    await Promise.all([...logins, setActive(player, false)]);
    const { rows } = await sql`
      select id from sessions where user_id = ${player.id}
    `.execute(here.db);
    expect(rows).toStrictEqual([]);
  });
});

describe("a new role", () => {
  it("ends the sessions with the old role on every process", async () => {
    const player = await anAdmin(here.db);
    const [one, other] = [await here.signIn(player), await there.signIn(player)];
    await there.ask("GET /admin/payments", { as: other });
    expect(await setRole(player, "user")).toMatchObject({ status: 200, body: { role: "user" } });
    expect(await there.refused("GET /admin/payments", { as: other })).toMatchObject(ENDED);
    expect(await here.refused("GET /admin/payments", { as: one })).toMatchObject(ENDED);
    const anew = await there.signIn(player);
    expect(await there.refused("GET /admin/payments", { as: anew })).toMatchObject({
      status: 403,
      code: "forbidden",
      detail: "You do not have permission to perform this action.",
    });
  });

  it.each(["agent", "admin"] as const)("can be given to a player: %s", async (role) => {
    const player = await aPlayer(here.db, { balance: 40 });
    const answer = await setRole(player, role);
    expect(answer).toMatchObject({ status: 200, body: { role, wallet_balance: 40 } });
    expect(await here.ask("GET /auth/me", { as: await here.signIn(player) })).toStrictEqual(
      answer.body,
    );
  });
});

describe("a change of an account", () => {
  it("ends no session if nothing changes", async () => {
    const player = await aPlayer(here.db);
    const token = await there.signIn(player);
    expect(await setActive(player, true)).toMatchObject({ status: 200 });
    expect(await setRole(player, "user")).toMatchObject({ status: 200, body: { role: "user" } });
    await there.ask("GET /auth/me", { as: token });
  });

  it("is refused for an unknown account", async () => {
    const nobody = { ...admin, id: 999_999 };
    expect(await setActive(nobody, false)).toMatchObject({ status: 404 });
    expect(await setRole(nobody, "agent")).toMatchObject({ status: 404 });
  });

  it.each([{}, { is_active: "no" }, { is_active: null }, { is_active: true, role: "admin" }])(
    "is refused as %j, and nothing changes",
    async (payload) => {
      const player = await aPlayer(here.db);
      const token = await here.signIn(player);
      const before = await here.ask("GET /auth/me", { as: token });
      for (const what of ["status", "role"]) {
        const answer = await here.app.inject({
          method: "PUT",
          url: `/api/admin/users/${player.id}/${what}`,
          headers: { authorization: `Bearer ${as}` },
          payload,
        });
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toMatchObject({ code: "invalid_input" });
      }
      expect(await here.ask("GET /auth/me", { as: token })).toStrictEqual(before);
    },
  );

  it("is refused to players and agents", async () => {
    for (const role of ["user", "agent"] as const) {
      const player = await aPlayer(here.db, { role });
      const token = await here.signIn(player);
      expect(await setRole(player, "admin", token)).toMatchObject({ status: 403 });
      expect(await setActive(admin, false, token)).toMatchObject({ status: 403 });
      expect(await here.ask("GET /auth/me", { as: token })).toMatchObject({ role });
    }
  });
});

describe("an admin", () => {
  it("cannot deactivate or demote themselves, and keeps the session", async () => {
    const refused = [
      await setActive(admin, false),
      await setRole(admin, "user"),
      await setRole(admin, "agent"),
    ];
    for (const { status, body } of refused) expect({ ...Object(body), status }).toEqual(OWN);
    expect(await here.ask("GET /auth/me", { as })).toMatchObject({
      role: "admin",
      is_active: true,
    });
    expect(await isWalletActive(admin)).toBe(true);
  });

  it("may set what is already set", async () => {
    expect(await setActive(admin, true)).toMatchObject({ status: 200 });
    expect(await setRole(admin, "admin")).toMatchObject({ status: 200, body: { role: "admin" } });
    await here.ask("GET /auth/me", { as });
  });
});

describe("of two admins who act on each other concurrently, one remains", () => {
  it.each([
    ["deactivate", setActiveOff, setActiveOff],
    ["demote", demote, demote],
    ["demote to an agent", makeAgent, makeAgent],
    ["deactivate and demote", setActiveOff, demote],
  ])("when they %s", async (_, byOne, byOther) => {
    const [one, other] = [await anAdmin(here.db), await anAdmin(here.db)];
    const [token, other_token] = [await here.signIn(one), await there.signIn(other)];
    // Both pass the check of their role and wait for the accounts before either changes one.
    const { acted } = await transaction(here.db, async (tx) => {
      await sql`
        select id from users where id in (${one.id}, ${other.id}) for no key update
      `.execute(tx);
      const calls = Promise.all([byOne(other, token, here), byOther(one, other_token, there)]);
      await untilWaiting(here.db, 2);
      return { acted: calls };
    });
    const answers = await acted;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
    const { rows } = await sql`
      select id
      from users
      where id in (${one.id}, ${other.id}) and is_active and role = 'admin'
    `.execute(here.db);
    expect(rows).toStrictEqual([{ id: answers[0].status === 200 ? one.id : other.id }]);
  });

  function setActiveOff(player: Player, token: string, server: typeof here) {
    return setActive(player, false, token, server);
  }
  function demote(player: Player, token: string, server: typeof here) {
    return setRole(player, "user", token, server);
  }
  function makeAgent(player: Player, token: string, server: typeof here) {
    return setRole(player, "agent", token, server);
  }
});
