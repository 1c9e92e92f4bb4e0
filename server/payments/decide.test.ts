import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { sendForm } from "../testing/form.ts";
import { gameOf } from "../testing/game.ts";
import { anAdmin } from "../testing/makers.ts";
import { createDefaultPaymentMethods } from "./methods.ts";

const app = useApp();
const { aPlayerWith } = gameOf(app);
let admin = "";
let method_id = 0;
let references = 100_000_000_000;

beforeAll(async () => {
  await createDefaultPaymentMethods(app.db, "demo");
  admin = await app.signIn(await anAdmin(app.db));
  const { deposit_methods } = await app.ask("GET /wallet/payment-methods", { as: admin });
  method_id = deposit_methods[0]?.id ?? 0;
});
afterEach(() => expectBooksToBalance(app.db));

async function aDeposit(token: string, fields: Record<string, string> = {}) {
  references += 1;
  const { status, body } = await sendForm(
    app,
    "/api/wallet/deposit",
    {
      amount: "250.5",
      payment_method: String(method_id),
      reference: String(references),
      ...fields,
    },
    { authorization: `Bearer ${token}` },
  );
  return { status, id: Number(Object(body).id), reference: String(references) };
}

const aWithdrawal = (token: string, amount = 200) =>
  app.ask("POST /wallet/withdraw", {
    as: token,
    body: { amount, account_details: { account_type: "upi", upi_id: "asha@okaxis" } },
  });

interface Asked {
  id: number;
}
const params = ({ id }: Asked) => ({ id: String(id) });
const approve = (payment: Asked) =>
  app.ask("POST /admin/payments/{id}/approve", { as: admin, params: params(payment) });
const reject = (payment: Asked, reason = "not received") =>
  app.ask("POST /admin/payments/{id}/reject", {
    as: admin,
    params: params(payment),
    body: { reason },
  });
const tryApprove = (payment: Asked) =>
  app.call("POST /admin/payments/{id}/approve", { as: admin, params: params(payment) });
const tryReject = (payment: Asked) =>
  app.call("POST /admin/payments/{id}/reject", {
    as: admin,
    params: params(payment),
    body: { reason: "no" },
  });

const look = (payment: Asked) =>
  app.call("GET /admin/payments/{id}", { as: admin, params: params(payment) });

const balanceOf = async (token: string) =>
  (await app.ask("GET /wallet/balance", { as: token })).balance;
const statementOf = async (token: string) =>
  (await app.ask("GET /wallet/transactions", { as: token })).transactions.map(
    ({ type, amount, payment_id }) => ({ type, amount, payment_id }),
  );
const requestOf = async (token: string) =>
  (await app.ask("GET /wallet/requests", { as: token })).requests[0];

describe("approving", () => {
  test("a deposit credits it", async () => {
    const { token } = await aPlayerWith(0);
    const deposit = await aDeposit(token);
    const approved = await approve(deposit);
    expect(await look(deposit)).toMatchObject({ status: 200, body: approved });
    expect(approved).toMatchObject({
      id: deposit.id,
      status: "approved",
      amount: 250.5,
      reason: null,
      decided_at: "2026-11-20T06:30:00.000Z",
    });
    expect(await requestOf(token)).toEqual(approved);
    expect(await balanceOf(token)).toBe(250.5);
    expect(await statementOf(token)).toEqual([
      { type: "deposit", amount: 250.5, payment_id: deposit.id },
    ]);
  });

  test("a withdrawal moves nothing more", async () => {
    const { token } = await aPlayerWith(500);
    const withdrawal = await aWithdrawal(token);
    const before = await statementOf(token);
    expect((await approve(withdrawal)).status).toBe("approved");
    expect(await balanceOf(token)).toBe(300);
    expect(await statementOf(token)).toEqual(before);
  });
});

describe("rejecting", () => {
  test("a deposit credits nothing, shows the reason and frees the reference", async () => {
    const { token } = await aPlayerWith(0);
    const deposit = await aDeposit(token);
    expect((await aDeposit(token, { reference: deposit.reference })).status).toBe(409);
    await reject(deposit, " no such payment ");
    expect(await requestOf(token)).toMatchObject({
      status: "rejected",
      reason: "no such payment",
    });
    expect(await balanceOf(token)).toBe(0);
    expect(await statementOf(token)).toEqual([]);
    expect((await aDeposit(token, { reference: deposit.reference })).status).toBe(201);
  });

  test("a withdrawal refunds its amount", async () => {
    const { token } = await aPlayerWith(500);
    const withdrawal = await aWithdrawal(token);
    expect(await reject(withdrawal)).toMatchObject({
      status: "rejected",
      reason: "not received",
    });
    expect(await balanceOf(token)).toBe(500);
    const [refund, held] = await statementOf(token);
    expect([refund, held]).toEqual([
      { type: "refund", amount: 200, payment_id: withdrawal.id },
      { type: "withdrawal", amount: -200, payment_id: withdrawal.id },
    ]);
  });

  test.each([undefined, "", "   "])("without a reason (%j) is refused", async (reason) => {
    const { token } = await aPlayerWith(500);
    const withdrawal = await aWithdrawal(token);
    const refusal = await app.refused("POST /admin/payments/{id}/reject", {
      as: admin,
      params: params(withdrawal),
      body: Object({ reason }),
    });
    expect(refusal).toMatchObject({ status: 400, code: "reason_required" });
    expect((await requestOf(token))?.status).toBe("pending");
    expect(await balanceOf(token)).toBe(300);
  });
});

describe("deciding again", () => {
  test.each([
    ["approve", "approve"],
    ["approve", "reject"],
    ["reject", "approve"],
    ["reject", "reject"],
  ] as const)("to %s and then %s is refused, and changes nothing", async (first, then) => {
    const { token } = await aPlayerWith(500);
    const payments = [await aDeposit(token), await aWithdrawal(token)];
    for (const payment of payments) await (first === "approve" ? approve : reject)(payment);
    const status = first === "approve" ? "approved" : "rejected";
    const before = [await balanceOf(token), await statementOf(token), await requestOf(token)];
    for (const payment of payments) {
      expect(await (then === "approve" ? tryApprove : tryReject)(payment)).toMatchObject({
        status: 409,
        body: { detail: `This request was already ${status}`, params: { status } },
      });
    }
    const after = [await balanceOf(token), await statementOf(token), await requestOf(token)];
    expect(after).toEqual(before);
  });

  test("an unknown request is refused as not_found", async () => {
    for (const call of [tryApprove, tryReject, look]) {
      expect(await call({ id: 999_999 })).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
    }
  });
});

describe("twenty concurrent decisions", () => {
  const decided = (answers: { status: number; body: unknown }[]) => {
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status !== 200) expect(body).toMatchObject({ code: "payment_decided" });
    }
    return Object(taken[0]?.body).status;
  };
  const twenty = <T>(make: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => make(n)));

  test("credit a deposit once", async () => {
    const { token } = await aPlayerWith(0);
    const deposit = await aDeposit(token);
    expect(decided(await twenty(() => tryApprove(deposit)))).toBe("approved");
    expect(await balanceOf(token)).toBe(250.5);
  });

  test("refund a withdrawal once", async () => {
    const { token } = await aPlayerWith(500);
    const withdrawal = await aWithdrawal(token);
    expect(decided(await twenty(() => tryReject(withdrawal)))).toBe("rejected");
    expect(await balanceOf(token)).toBe(500);
  });

  test("to approve and reject keep the first decision", async () => {
    const { token } = await aPlayerWith(500);
    const eitherWay = (payment: Asked) => twenty((n) => (n % 2 ? tryApprove : tryReject)(payment));
    const deposit = decided(await eitherWay(await aDeposit(token)));
    const withdrawal = decided(await eitherWay(await aWithdrawal(token)));
    expect(await balanceOf(token)).toBe(
      500 + (deposit === "approved" ? 250.5 : 0) - (withdrawal === "approved" ? 200 : 0),
    );
  });

  test("on a player's requests, during further withdrawals, leave the right balance", async () => {
    const { token } = await aPlayerWith(2_000);
    const deposits = await twenty(() => aDeposit(token, { amount: "100" }));
    const decisions = deposits.map((deposit, n) => (n % 2 ? approve : reject)(deposit));
    const withdrawals = Array.from({ length: 10 }, () => aWithdrawal(token, 100));
    await Promise.all([...decisions, ...withdrawals]);
    expect(await balanceOf(token)).toBe(2_000);
  });
});

describe("the queue", () => {
  const queue = (query: object = {}) =>
    app.ask("GET /admin/payments", { as: admin, query: { limit: "100", ...query } });
  const idsOf = async (query: object, of: Set<number>) =>
    (await queue(query)).payments.map(({ id }) => id).filter((id) => of.has(id));

  test("shows pending requests oldest first, then the others newest first", async () => {
    const { token } = await aPlayerWith(1_000);
    const first = await aDeposit(token);
    const second = await aWithdrawal(token);
    const third = await aDeposit(token);
    const fourth = await aWithdrawal(token);
    const fifth = await aDeposit(token);
    await approve(second);
    await reject(third);
    const ids = new Set([first, second, third, fourth, fifth].map(({ id }) => id));
    const [a, b, c, d, e] = [first.id, second.id, third.id, fourth.id, fifth.id];
    expect(await idsOf({}, ids)).toEqual([a, d, e, c, b]);
    expect(await idsOf({ status: "pending" }, ids)).toEqual([a, d, e]);
    expect(await idsOf({ status: "approved" }, ids)).toEqual([b]);
    expect(await idsOf({ status: "rejected" }, ids)).toEqual([c]);
    expect(await idsOf({ kind: "deposit" }, ids)).toEqual([a, e, c]);
    expect(await idsOf({ kind: "withdrawal", status: "pending" }, ids)).toEqual([d]);
  });

  test("shows the player, the balance and the totals of the player's requests", async () => {
    const player = await aPlayerWith(0);
    const { token } = player;
    for (const amount of ["1000", "300.25"]) await approve(await aDeposit(token, { amount }));
    for (const request of [await aDeposit(token), await aWithdrawal(token)]) await reject(request);
    await aDeposit(token);
    await approve(await aWithdrawal(token, 150));
    const pending = await aWithdrawal(token, 100);
    const { payments } = await queue({ status: "pending" });
    expect(payments.find(({ id }) => id === pending.id)).toEqual({
      ...pending,
      decided_by: null,
      user: {
        id: player.id,
        full_name: player.full_name,
        phone: player.phone,
        is_active: true,
        wallet_balance: 1_050.25,
        owed: 0,
      },
      history: {
        approved_deposits: 2,
        deposited: 1_300.25,
        approved_withdrawals: 1,
        withdrawn: 150,
        rejected: 2,
      },
    });
  });

  test("comes in pages, at least one", async () => {
    const { token } = await aPlayerWith(0);
    for (let n = 0; n < 3; n += 1) await aDeposit(token);
    const all = await queue({ kind: "deposit" });
    const page = (skip: number) => queue({ kind: "deposit", limit: "2", skip: String(skip) });
    const pages = Math.ceil(all.payments.length / 2);
    const found = [];
    for (let n = 0; n < pages; n += 1) {
      const answer = await page(2 * n);
      expect(answer.pages).toBe(pages);
      found.push(...answer.payments);
    }
    expect(found).toEqual(all.payments);
    expect(await page(1_000)).toEqual({ payments: [], pages });
  });
});

test("players see only their own requests, newest first, in pages", async () => {
  const { token } = await aPlayerWith(500);
  const other = await aPlayerWith(500);
  const first = await aDeposit(token);
  await aDeposit(other.token);
  const second = await aWithdrawal(token);
  const ids = async (query: object) =>
    (await app.ask("GET /wallet/requests", { as: token, query })).requests.map(({ id }) => id);
  expect((await ids({})).slice(0, 2)).toEqual([second.id, first.id]);
  expect(await ids({ limit: "1" })).toEqual([second.id]);
  expect(await ids({ limit: "1", skip: "1" })).toEqual([first.id]);
  expect(await ids({ limit: "1", kind: "deposit" })).toEqual([first.id]);
  expect(await ids({ kind: "withdrawal" })).toEqual([second.id]);
  await approve(first);
  expect(await ids({ status: "pending" })).toEqual([second.id]);
  expect(await ids({ status: "approved" })).toContain(first.id);
});
