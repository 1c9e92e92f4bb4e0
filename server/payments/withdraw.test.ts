import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { gameOf } from "../testing/game.ts";
import { createDefaultPaymentMethods } from "./methods.ts";

const app = useApp();
const { aPlayerWith } = gameOf(app);

beforeAll(() => createDefaultPaymentMethods(app.db, "demo"));
afterEach(() => expectBooksToBalance(app.db));

const upi = { account_type: "upi", upi_id: "asha@okaxis" } as const;
const bank = {
  account_type: "bank",
  account_name: "Asha Rai",
  account_number: "123456789012",
  ifsc_code: "sbin0001234",
} as const;

type Body = { amount: number; account_details: object };
const sent = (token: string, body: Body, key?: string) => ({
  as: token,
  body: { ...body, account_details: detailsOf(body) },
  ...(key && { headers: { "idempotency-key": key } }),
});
const detailsOf = ({ account_details }: Body) => Object({ ...account_details });

const withdraw = (token: string, body: Body, key?: string) =>
  app.ask("POST /wallet/withdraw", sent(token, body, key));
const refused = (token: string, body: Body, key?: string) =>
  app.refused("POST /wallet/withdraw", sent(token, body, key));

/** What a player sees of the wallet, none of which a refusal may change. */
const walletOf = async (token: string) => ({
  ...(await app.ask("GET /wallet/balance", { as: token })),
  ...(await app.ask("GET /wallet/transactions", { as: token })),
  ...(await app.ask("GET /wallet/requests", { as: token })),
});

describe("a withdrawal", () => {
  test("debits its amount at once", async () => {
    const { token } = await aPlayerWith(500);
    const payment = await withdraw(token, { amount: 120.55, account_details: upi });
    expect(payment).toMatchObject({
      kind: "withdrawal",
      amount: 120.55,
      method_name: "UPI",
      status: "pending",
      reference: null,
      has_proof: false,
      reason: null,
      decided_at: null,
    });
    const wallet = await walletOf(token);
    expect(wallet.balance).toBe(379.45);
    expect(wallet.requests[0]).toEqual(payment);
    expect(wallet.transactions[0]).toMatchObject({
      type: "withdrawal",
      amount: -120.55,
      balance_after: 379.45,
      payment_id: payment.id,
      order_id: null,
    });
  });

  test("to a bank stores only the bank fields", async () => {
    const { token } = await aPlayerWith(500);
    const account_details = { ...bank, upi_id: "asha@okaxis" };
    expect(await withdraw(token, { amount: 100, account_details })).toMatchObject({
      method_name: "Bank account",
      account_details: { ...bank, ifsc_code: "SBIN0001234", upi_id: null },
    });
  });

  test("to a UPI id stores only the UPI id", async () => {
    const { token } = await aPlayerWith(500);
    const account_details = { ...upi, account_name: "Asha", ifsc_code: "" };
    const nothing = { account_name: null, account_number: null, ifsc_code: null };
    expect(await withdraw(token, { amount: 100, account_details })).toMatchObject({
      account_details: { ...upi, ...nothing },
    });
  });

  test("may empty the wallet", async () => {
    const { token } = await aPlayerWith(100);
    await withdraw(token, { amount: 100, account_details: upi });
    expect((await walletOf(token)).balance).toBe(0);
  });

  test("may be at most 50000 rupees", async () => {
    const { token } = await aPlayerWith(60_000);
    await withdraw(token, { amount: 50_000, account_details: upi });
    expect((await walletOf(token)).balance).toBe(10_000);
  });
});

describe("a withdrawal is refused and nothing changes", () => {
  test.each<[string, Body, string]>([
    ["of 99 rupees", { amount: 99, account_details: upi }, "withdrawal_too_small"],
    ["of 99.99 rupees", { amount: 99.99, account_details: upi }, "withdrawal_too_small"],
    ["of nothing", { amount: 0, account_details: upi }, "withdrawal_too_small"],
    ["of 50000.01 rupees", { amount: 50_000.01, account_details: upi }, "withdrawal_too_large"],
    ["of 50001 rupees", { amount: 50_001, account_details: upi }, "withdrawal_too_large"],
    ["of a fraction of a paisa", { amount: 100.001, account_details: upi }, "invalid_input"],
    ["of less than nothing", { amount: -100, account_details: upi }, "withdrawal_too_small"],
    ["of less by a paisa", { amount: -0.01, account_details: upi }, "withdrawal_too_small"],
    ["of far too much", { amount: 1e14, account_details: upi }, "withdrawal_too_large"],
    [
      "of more than a number tells",
      { amount: 1e300, account_details: upi },
      "withdrawal_too_large",
    ],
    [
      "of a paisa more than there is",
      { amount: 500.01, account_details: upi },
      "insufficient_balance",
    ],
    ["without an account", { amount: 100, account_details: {} }, "invalid_input"],
    [
      "without a UPI id",
      { amount: 100, account_details: { account_type: "upi" } },
      "account_incomplete",
    ],
    [
      "to a UPI id without a bank",
      { amount: 100, account_details: { ...upi, upi_id: "asha" } },
      "invalid_upi_id",
    ],
    [
      "without a name",
      { amount: 100, account_details: { ...bank, account_name: "" } },
      "account_incomplete",
    ],
    [
      "to a wrong IFSC code",
      { amount: 100, account_details: { ...bank, ifsc_code: "SBIN1001234" } },
      "invalid_ifsc",
    ],
    [
      "to an account number with letters",
      { amount: 100, account_details: { ...bank, account_number: "12345678a" } },
      "invalid_account_number",
    ],
  ])("%s", async (_, body, code) => {
    const { token } = await aPlayerWith(500);
    const before = await walletOf(token);
    expect(await refused(token, body)).toMatchObject({ status: 400, code });
    expect(await walletOf(token)).toEqual(before);
  });

  test("when the player is deactivated", async () => {
    const player = await aPlayerWith(500);
    const { token } = player;
    const before = await walletOf(token);
    await sql`update wallets set is_active = false where user_id = ${player.id}`.execute(app.db);
    const refusal = await refused(token, { amount: 100, account_details: upi });
    expect(refusal).toMatchObject({ status: 403, code: "account_deactivated" });
    expect(await walletOf(token)).toEqual(before);
  });

  test.each([
    ["upi", upi],
    ["other", bank],
  ])("when the operator does not pay out by %s now", async (method_type, account_details) => {
    const { token } = await aPlayerWith(500);
    const before = await walletOf(token);
    const setActive = (is_active: boolean) =>
      sql`
      update payment_methods
      set is_active = ${is_active}
      where direction = 'withdrawal' and method_type = ${method_type}
    `.execute(app.db);
    await setActive(false);
    const refusal = await refused(token, { amount: 100, account_details });
    await setActive(true);
    expect(refusal.code).toBe("method_unavailable");
    expect(await walletOf(token)).toEqual(before);
  });
});

test("of twenty concurrent withdrawals those that the wallet can pay are accepted", async () => {
  const { token } = await aPlayerWith(550);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      app.call("POST /wallet/withdraw", sent(token, { amount: 100, account_details: upi })),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  for (const { status, body } of answers) {
    if (status !== 201) expect(body).toMatchObject({ code: "insufficient_balance" });
  }
  const { balance, requests } = await walletOf(token);
  const withdrawals = requests.filter(({ kind }) => kind === "withdrawal");
  expect([balance, withdrawals.length]).toEqual([50, 5]);
});

describe("the same key", () => {
  const body = { amount: 100, account_details: upi };

  test("in twenty concurrent requests debits the amount once and returns one answer", async () => {
    const { token } = await aPlayerWith(500);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(token, body, key)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await walletOf(token)).balance).toBe(400);
  });

  test("returns the first answer even if the wallet is empty or inactive by then", async () => {
    const { id, token } = await aPlayerWith(100);
    const key = randomUUID();
    const first = await withdraw(token, body, key);
    expect(await withdraw(token, body, key)).toEqual(first);
    await sql`update wallets set is_active = false where user_id = ${id}`.execute(app.db);
    expect(await withdraw(token, body, key)).toEqual(first);
  });

  test.each<[string, Body]>([
    ["another amount", { ...body, amount: 101 }],
    ["another account", { ...body, account_details: { ...upi, upi_id: "asha@ybl" } }],
  ])("with %s is refused", async (_, other) => {
    const { token } = await aPlayerWith(500);
    const key = randomUUID();
    await withdraw(token, body, key);
    const refusal = await refused(token, other, key);
    expect(refusal).toMatchObject({ status: 409, code: "idempotency_conflict" });
    expect((await walletOf(token)).balance).toBe(400);
  });
});
