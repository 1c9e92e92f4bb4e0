import { afterEach, beforeAll, expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { gameOf } from "../testing/game.ts";
import { anAdmin } from "../testing/makers.ts";
import { createDefaultPaymentMethods } from "./methods.ts";

/** What admins are told of a request, beside the request itself. */

const app = useApp();
const { aPlayerWith } = gameOf(app);
let admin = "";

beforeAll(async () => {
  await createDefaultPaymentMethods(app.db, "demo");
  admin = await app.signIn(await anAdmin(app.db));
});
afterEach(() => expectBooksToBalance(app.db));

const aWithdrawal = (token: string) =>
  app.ask("POST /wallet/withdraw", {
    as: token,
    body: { amount: 200, account_details: { account_type: "upi", upi_id: "asha@okaxis" } },
  });

const params = ({ id }: { id: number }) => ({ id: String(id) });
const look = (payment: { id: number }) =>
  app.call("GET /admin/payments/{id}", { as: admin, params: params(payment) });
const queue = async () =>
  (await app.ask("GET /admin/payments", { as: admin, query: { limit: "100" } })).payments;

test("the queue shows admins, not the player, who decided a request", async () => {
  const { token } = await aPlayerWith(500);
  const [approved, rejected] = [await aWithdrawal(token), await aWithdrawal(token)];
  expect(await look(approved)).toMatchObject({ body: { decided_by: null } });
  await app.ask("POST /admin/payments/{id}/approve", { as: admin, params: params(approved) });
  const other = await anAdmin(app.db, { full_name: "Banri Kharkongor" });
  await app.ask("POST /admin/payments/{id}/reject", {
    as: await app.signIn(other),
    params: params(rejected),
    body: { reason: "no such account" },
  });
  const payments = await queue();
  for (const [{ id }, admin_id] of [
    [approved, (await app.ask("GET /auth/me", { as: admin })).id],
    [rejected, other.id],
  ] as const) {
    const shown = { decided_by: { id: admin_id } };
    expect(payments.find((payment) => payment.id === id)).toMatchObject(shown);
    expect(await look({ id })).toMatchObject({ status: 200, body: shown });
  }
  const named = { decided_by: { id: other.id, full_name: "Banri Kharkongor" } };
  expect(await look(rejected)).toMatchObject({ body: named });
  const { requests } = await app.ask("GET /wallet/requests", { as: token });
  for (const request of requests) expect(request).not.toHaveProperty("decided_by");
});

test("the queue shows that a player's account is inactive", async () => {
  const { id, token } = await aPlayerWith(500);
  const withdrawal = await aWithdrawal(token);
  await app.ask("PUT /admin/users/{id}/status", {
    as: admin,
    params: { id: String(id) },
    body: { is_active: false },
  });
  const payments = await queue();
  const found = payments.find((payment) => payment.id === withdrawal.id);
  expect(found?.user).toMatchObject({ id, is_active: false, wallet_balance: 300 });
});

test.each([{ kind: "gift" }, { status: "done" }, { limit: "101" }, { limit: "0" }, { skip: "-1" }])(
  "the queue asked with %j is refused",
  async (query) => {
    const asked = Object(query);
    const refusal = await app.refused("GET /admin/payments", { as: admin, query: asked });
    expect(refusal.code).toBe("invalid_input");
  },
);
