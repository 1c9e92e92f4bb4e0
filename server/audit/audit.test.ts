import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuditSubject } from "../../contract/audit/rules.ts";
import type { QuerySent } from "../../contract/route.ts";
import type { Contract } from "../../contract/table.ts";
import { transaction } from "../db/transaction.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { voidResult } from "../results/void.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { actorOf, aHouse, anAdmin, aPlayer, type Player, setClock } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { recordChange } from "./service.ts";

const app = useApp();
const game = gameOf(app);
let admin: Player;
let token = "";

beforeAll(async () => {
  await createDefaultPaymentMethods(app.db, "demo");
  admin = await anAdmin(app.db, { full_name: "Banri" });
  token = await app.signIn(admin);
});
beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const idOf = ({ id }: { id: number }) => ({ id: String(id) });

const trail = async (query: QuerySent<Contract["GET /admin/audit"]> = {}) =>
  (await app.ask("GET /admin/audit", { as: token, query })).entries;

const trailOf = (subject_kind: AuditSubject, { id }: { id: number }) =>
  trail({ subject_kind, subject_id: String(id) });

async function aWithdrawal(amount: number) {
  const player = await aPlayer(app.db, { balance: 500 });
  const body = { amount, account_details: { account_type: "upi" as const, upi_id: "asha@bank" } };
  const { id } = await app.ask("POST /wallet/withdraw", { as: await app.signIn(player), body });
  return { id, player };
}

describe("an entry", () => {
  test("has the admin, the action, before and after, the time and the address", async () => {
    const house = await aHouse(app.db, { name: "Jowai" });
    await app.ask("PUT /houses/{id}", {
      as: token,
      params: idOf(house),
      body: { min_play: 20, name_translations: { hi: "जोवाई" } },
      headers: { "user-agent": "a browser" },
    });
    const was = {
      name: "Jowai",
      location: "Khanapara",
      first_round_time: "3:00 PM",
      second_round_time: "8:00 PM",
      min_play: 10,
      max_play: 10_000,
      is_active: true,
    };
    expect(await trailOf("house", house)).toEqual([
      {
        id: expect.any(Number),
        admin: { id: admin.id, full_name: "Banri" },
        action: "house_changed",
        subject_kind: "house",
        subject_id: house.id,
        before: was,
        after: { ...was, min_play: 20, name_hi: "जोवाई" },
        created_at: "2026-11-20T07:30:00.000Z",
        address: "127.0.0.1",
        user_agent: "a browser",
      },
    ]);
  });

  test("has no before for a creation and no after for a deletion", async () => {
    const body = {
      name: "Tura",
      location: "Tura",
      first_round_time: "1 PM",
      second_round_time: "2 PM",
    };
    const house = await app.ask("POST /houses", { as: token, body });
    await app.ask("DELETE /houses/{id}", { as: token, params: idOf(house) });
    expect(await trailOf("house", house)).toMatchObject([
      { action: "house_deleted", before: body, after: null },
      { action: "house_created", before: null, after: body },
    ]);
  });

  test("of a decided payment has the amount in rupees and the reason, but no account", async () => {
    const { id, player } = await aWithdrawal(150.5);
    await app.ask("POST /admin/payments/{id}/reject", {
      as: token,
      params: idOf({ id }),
      body: { reason: "no such account" },
    });
    const was = { user_id: player.id, kind: "withdrawal", amount: 150.5, reference: null };
    expect(await trailOf("payment", { id })).toMatchObject([
      {
        action: "payment_rejected",
        before: { ...was, status: "pending", reason: null },
        after: { ...was, status: "rejected", reason: "no such account" },
      },
    ]);
    expect(JSON.stringify(await trailOf("payment", { id }))).not.toContain("asha@bank");
  });

  test("of a payment method has its account, before and after", async () => {
    const was = {
      direction: "deposit",
      name: "Shop",
      method_type: "upi",
      icon_url: "/one.svg",
      upi_id: "one@bank",
      is_active: true,
    } as const;
    const method = await app.ask("POST /admin/payment-methods", { as: token, body: was });
    const changes = { icon_url: "/two.svg", upi_id: "two@bank" };
    await app.ask("PUT /admin/payment-methods/{id}", {
      as: token,
      params: idOf(method),
      body: changes,
    });
    expect(await trailOf("payment_method", method)).toMatchObject([
      { action: "payment_method_changed", before: was, after: { ...was, ...changes } },
      { action: "payment_method_created", before: null, after: was },
    ]);
  });

  test("of an account has its user's name", async () => {
    const player = await aPlayer(app.db, { full_name: "Asha Marak" });
    const params = idOf(player);
    await app.ask("PUT /admin/users/{id}/role", { as: token, params, body: { role: "admin" } });
    await app.ask("PUT /admin/users/{id}/status", {
      as: token,
      params,
      body: { is_active: false },
    });
    const was = { full_name: "Asha Marak", role: "admin", is_active: true };
    expect(await trailOf("user", player)).toMatchObject([
      { action: "user_status_changed", before: was, after: { ...was, is_active: false } },
      { action: "user_role_changed", before: { ...was, role: "user" }, after: was },
    ]);
  });

  test("of a result that the operator took back has no admin", async () => {
    const house = await aHouse(app.db);
    const player = await app.signIn(await aPlayer(app.db, { balance: 100 }));
    await game.place(player, house.id, [play.direct(45, 10)]);
    await setClock(app.db, at("21:00"));
    const result = await game.publish(token, house.id, { first_round: 45 });
    await voidResult(app.db, result.id, "two digits swapped");
    const numbers = { house_name: house.name, date: TODAY, first_round: 45, second_round: null };
    expect(await trailOf("result", result)).toMatchObject([
      {
        admin: null,
        action: "result_voided",
        before: { ...numbers, is_published: true },
        after: { is_published: false, reason: "two digits swapped", taken: 800, owed: 0 },
        address: null,
        user_agent: null,
      },
      { action: "result_published", before: { is_published: false }, after: numbers },
      { action: "result_entered", before: null, after: { ...numbers, is_published: false } },
    ]);
  });
});

describe("no entry is recorded", () => {
  test("for a refused decision: twenty approvals at once leave one entry", async () => {
    const { id } = await aWithdrawal(200);
    const call = () =>
      app.call("POST /admin/payments/{id}/approve", { as: token, params: idOf({ id }) });
    const answers = await Promise.all(Array.from({ length: 20 }, call));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await trailOf("payment", { id })).toHaveLength(1);
  });

  test("when a house is saved unchanged", async () => {
    const house = await aHouse(app.db);
    const { id, ...body } = house;
    await app.ask("PUT /houses/{id}", { as: token, params: idOf({ id }), body });
    expect(await trailOf("house", house)).toEqual([]);
  });

  test("when the transaction is rolled back", async () => {
    const house = await aHouse(app.db);
    const failing = transaction(app.db, async (tx) => {
      await recordChange(tx, actorOf(admin), "house_changed", house.id, { after: { name: "x" } });
      throw new Error("it fails later");
    });
    await expect(failing).rejects.toThrow("it fails later");
    expect(await trailOf("house", house)).toEqual([]);
  });

  test("when the deletion of a house is refused", async () => {
    const house = await aHouse(app.db);
    const player = await app.signIn(await aPlayer(app.db, { balance: 100 }));
    await game.place(player, house.id, [play.direct(45, 10)]);
    const refused = await app.refused("DELETE /houses/{id}", { as: token, params: idOf(house) });
    expect(refused.code).toBe("house_in_use");
    expect(await trailOf("house", house)).toEqual([]);
  });
});

test.each([
  ["update", sql`update audit set after = '{}'`],
  ["delete", sql`delete from audit`],
  ["truncate", sql`truncate audit`],
])("the database refuses to %s the audit trail", async (_, statement) => {
  const house = await aHouse(app.db);
  const body = { is_active: false };
  await app.ask("PUT /houses/{id}", { as: token, params: idOf(house), body });
  await expect(statement.execute(app.db)).rejects.toThrow("table audit is append-only");
  expect(await trailOf("house", house)).toHaveLength(1);
});

describe("the trail", () => {
  async function changeThrice() {
    const house = await aHouse(app.db);
    for (const min_play of [20, 30, 40]) {
      await app.ask("PUT /houses/{id}", { as: token, params: idOf(house), body: { min_play } });
    }
    return house;
  }

  test("comes in pages, newest first", async () => {
    const house = await changeThrice();
    const subject = { subject_kind: "house" as const, subject_id: String(house.id) };
    const page = await trail({ ...subject, limit: "2" });
    expect(page.map(({ after }) => after?.["min_play"])).toEqual([40, 30]);
    const older = await trail({ ...subject, limit: "2", before: String(page.at(-1)?.id) });
    expect(older.map(({ after }) => after?.["min_play"])).toEqual([20]);
  });

  test("can be filtered by admin and by kind of subject", async () => {
    await changeThrice();
    const other = await anAdmin(app.db);
    const house = await aHouse(app.db);
    const as = await app.signIn(other);
    await app.ask("PUT /houses/{id}", { as, params: idOf(house), body: { is_active: false } });
    const body = { message: "No play on Sunday", target: "agent" as const };
    await app.ask("POST /admin/broadcast", { as, body });
    const admin_id = String(other.id);
    const done = await trail({ admin_id });
    expect(done.map(({ action }) => action)).toEqual(["broadcast_sent", "house_changed"]);
    expect(done[0]?.after).toEqual({ ...body, recipients: 0 });
    expect(await trail({ admin_id, subject_kind: "house" })).toEqual([done[1]]);
    const kinds = (await trail({ subject_kind: "house" })).map((entry) => entry.subject_kind);
    expect(new Set(kinds)).toEqual(new Set(["house"]));
  });

  test("is for admins only, and refuses an unknown kind of subject", async () => {
    const player = await app.signIn(await aPlayer(app.db));
    expect(await app.refused("GET /admin/audit", { as: player })).toMatchObject({ status: 403 });
    const answer = await app.app.inject({
      url: "/api/admin/audit?subject_kind=wallet",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(400);
  });
});

test.each([
  ["PUT /admin/users/{id}/role", { role: "user" }],
  ["PUT /admin/users/{id}/status", { is_active: false }],
] as const)(
  "a call that waits while %s %j removes its admin is refused and changes nothing",
  async (key, body) => {
    const leaving = await anAdmin(app.db);
    const as = await app.signIn(leaving);
    const payment = await aWithdrawal(200);
    const params = idOf(payment);
    const rejecting = await app.db.transaction().execute(async (tx) => {
      await sql`select from payments where id = ${payment.id} for update`.execute(tx);
      const call = app.refused("POST /admin/payments/{id}/reject", {
        as,
        params,
        body: { reason: "my friend" },
      });
      await untilWaiting(app.db, 1);
      await app.ask(key, { as: token, params: idOf(leaving), body: Object(body) });
      return { call };
    });
    expect(await rejecting.call).toMatchObject({ status: 401, code: "session_required" });
    expect(await trailOf("payment", payment)).toEqual([]);
    expect(await app.ask("GET /admin/payments/{id}", { as: token, params })).toMatchObject({
      status: "pending",
    });
  },
);
