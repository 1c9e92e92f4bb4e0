import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../db/transaction.ts";
import { useApp } from "../testing/app.ts";
import { actorOf, anAdmin, aPlayer } from "../testing/makers.ts";
import { setUserActive } from "../users/service.ts";
import { notify } from "./service.ts";

const app = useApp();
let admin = "";

beforeAll(async () => {
  admin = await app.signIn(await anAdmin(app.db));
});

let subjects = 0;

/** Notifies users about a new subject. */
async function tell(user_ids: number[], message: string): Promise<void> {
  subjects += 1;
  await transaction(app.db, (tx) =>
    notify(tx, user_ids, "broadcast", 1_000_000 + subjects, { message }),
  );
}

async function aReader() {
  const player = await aPlayer(app.db);
  return { ...player, token: await app.signIn(player) };
}

const messagesOf = async (token: string, query: { limit?: string; before?: string } = {}) =>
  (await app.ask("GET /notifications", { as: token, query })).notifications;

describe("notifications", () => {
  test("are the user's own, newest first, with the number of unread ones", async () => {
    const [reader, other] = [await aReader(), await aReader()];
    await tell([reader.id], "first");
    await tell([other.id], "of another");
    await tell([reader.id, other.id], "last");
    expect(await app.ask("GET /notifications", { as: reader.token })).toEqual({
      notifications: [
        {
          id: expect.any(Number),
          kind: "broadcast",
          params: { message: "last" },
          created_at: expect.stringMatching(/^20\d\d-/),
          is_read: false,
        },
        expect.objectContaining({ params: { message: "first" } }),
      ],
      unread: 2,
    });
  });

  test("come in pages", async () => {
    const reader = await aReader();
    for (const message of ["a", "b", "c"]) await tell([reader.id], message);
    const [newest, second] = await messagesOf(reader.token, { limit: "2" });
    expect([newest, second].map((row) => row?.params["message"])).toEqual(["c", "b"]);
    const older = await messagesOf(reader.token, { limit: "2", before: String(second?.id) });
    expect(older.map(({ params }) => params["message"])).toEqual(["a"]);
  });

  test("are marked as read up to an id, and those of other users stay unread", async () => {
    const [reader, other] = [await aReader(), await aReader()];
    for (const { id } of [other, reader]) {
      for (const message of ["a", "b", "c"]) await tell([id], message);
    }
    const [, second] = await messagesOf(reader.token);
    const body = { up_to: second?.id ?? 0 };
    await app.ask("POST /notifications/read", { as: reader.token, body });
    await app.ask("POST /notifications/read", { as: reader.token, body });
    const { notifications, unread } = await app.ask("GET /notifications", { as: reader.token });
    expect(notifications.map(({ is_read }) => is_read)).toEqual([false, true, true]);
    expect(unread).toBe(1);
    expect((await app.ask("GET /notifications", { as: other.token })).unread).toBe(3);
  });

  test("are counted as unread up to a hundred", async () => {
    const reader = await aReader();
    await sql`
      insert into notifications (user_id, kind, params)
      select ${reader.id}, 'broadcast', '{"message": "again"}' from generate_series(1, 120)
    `.execute(app.db);
    expect((await app.ask("GET /notifications", { as: reader.token })).unread).toBe(100);
  });

  test("about one subject arrive once, even when it is notified three times at once", async () => {
    const reader = await aReader();
    const send = () =>
      transaction(app.db, (tx) => notify(tx, [reader.id], "broadcast", 999, { message: "once" }));
    await Promise.all([send(), send(), send()]);
    expect(await messagesOf(reader.token)).toHaveLength(1);
  });
});

describe("a broadcast", () => {
  const send = (body: { message: string; target?: "all" | "user" | "agent" | "admin" }) =>
    app.ask("POST /admin/broadcast", { as: admin, body });

  test.each(["user", "agent", "admin"] as const)(
    "to %s reaches every account of that role and no other",
    async (role) => {
      const accounts = new Map<string, string>();
      for (const each of ["user", "agent", "admin"] as const) {
        accounts.set(each, await app.signIn(await aPlayer(app.db, { role: each })));
      }
      const { recipients } = await send({ message: `to ${role}`, target: role });
      const { rows } = await sql<{ accounts: number }>`
      select count(*) as accounts from users where role = ${role}
    `.execute(app.db);
      expect(recipients).toBe(rows[0]?.accounts);
      for (const [each, token] of accounts) {
        const messages = (await messagesOf(token)).map(({ params }) => params["message"]);
        expect([each, messages.includes(`to ${role}`)]).toEqual([each, each === role]);
      }
    },
  );

  test("without a target reaches all accounts", async () => {
    const { recipients } = await send({ message: "to all" });
    const { rows } = await sql<{ accounts: number }>`
      select count(*) as accounts from users
    `.execute(app.db);
    expect(recipients).toBe(rows[0]?.accounts);
  });

  test("to a role without accounts has no recipients", async () => {
    await sql`update users set role = 'user' where role = 'agent'`.execute(app.db);
    expect(await send({ message: "to nobody", target: "agent" })).toEqual({ recipients: 0 });
  });

  test("keeps its line breaks, and is trimmed with single blanks", async () => {
    const { token } = await aReader();
    await send({ message: "  No play\ton  Sunday. \r\nBack on Monday.\n" });
    const [newest] = await messagesOf(token);
    expect(newest?.params).toEqual({ message: "No play on Sunday.\nBack on Monday." });
  });

  test.each([
    ["nothing", ""],
    ["blanks", " \n "],
    ["too much", "x".repeat(501)],
    ["control characters", "a\u0007b"],
    ["control characters of the second block", "a\u0085b"],
    ["a line with control characters", "No play on Sunday.\na\u0007b"],
    ["characters that reverse the text direction", "a\u202eb"],
  ])("of %s is refused", async (_, message) => {
    const refused = await app.refused("POST /admin/broadcast", { as: admin, body: { message } });
    expect(refused).toMatchObject({ status: 400, code: "invalid_input" });
  });

  test("may have 500 characters", async () => {
    expect((await send({ message: "x".repeat(500) })).recipients).toBeGreaterThan(0);
  });

  describe("with an idempotency key", () => {
    const sendWith = (key: string, message: string, as = admin, target: "user" | "all" = "user") =>
      app.call("POST /admin/broadcast", {
        as,
        body: { message, target },
        headers: { "idempotency-key": key },
      });
    const countOf = async (token: string, message: string) =>
      (await messagesOf(token)).filter(({ params }) => params["message"] === message).length;

    test("arrives once when it is repeated, and gets the same reply", async () => {
      const { token } = await aReader();
      const key = randomUUID();
      const first = await sendWith(key, "once");
      await aReader();
      expect(await sendWith(key, "once")).toMatchObject({ status: 200, body: first.body });
      expect(await countOf(token, "once")).toBe(1);
    });

    test("arrives once when it is sent twenty times at once", async () => {
      const { token } = await aReader();
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => sendWith(key, "twenty at once")),
      );
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await countOf(token, "twenty at once")).toBe(1);
      const { rows } = await sql`
        select 1 from audit where after ->> 'message' = 'twenty at once'
      `.execute(app.db);
      expect(rows).toHaveLength(1);
    });

    test("is refused when the key was used for another message or target", async () => {
      const { token } = await aReader();
      const key = randomUUID();
      await sendWith(key, "this one");
      const refused = { status: 409, body: { code: "idempotency_conflict" } };
      expect(await sendWith(key, "another one")).toMatchObject(refused);
      expect(await sendWith(key, "this one", admin, "all")).toMatchObject(refused);
      expect(await countOf(token, "another one")).toBe(0);
    });

    test("is sent when another admin has used the same key", async () => {
      const { token } = await aReader();
      const key = randomUUID();
      await sendWith(key, "of two");
      await sendWith(key, "of two", await app.signIn(await anAdmin(app.db)));
      expect(await countOf(token, "of two")).toBe(2);
    });
  });

  test("reaches as many accounts as its recipients were counted before", async () => {
    const { id } = await aPlayer(app.db, { role: "agent" });
    // An inactive account finds the message when it is activated again.
    await setUserActive(app.context, actorOf(await anAdmin(app.db)), id, false);
    const counted = await app.ask("GET /admin/broadcast/recipients", { as: admin });
    for (const target of ["all", "user", "agent", "admin"] as const) {
      expect(await send({ message: "counted", target })).toEqual({ recipients: counted[target] });
    }
  });
});
