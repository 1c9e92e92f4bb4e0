import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { MAX_PROOF_BYTES } from "../../contract/payments/rules.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { sendForm } from "../testing/form.ts";
import { anAdmin, aPlayer } from "../testing/makers.ts";
import { createDefaultPaymentMethods } from "./methods.ts";

const app = useApp();
let method_id = 0;
let image = new Blob([]);
let references = 100_000_000_000;

beforeAll(async () => {
  await createDefaultPaymentMethods(app.db, "demo");
  method_id = await methodOf("deposit", "upi");
  const create = { width: 60, height: 40, channels: 3, background: "teal" } as const;
  image = pngOf(await sharp({ create }).png().toBuffer());
});
afterEach(() => expectBooksToBalance(app.db));

const pngOf = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes], { type: "image/png" });

async function methodOf(direction: string, method_type: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from payment_methods where direction = ${direction} and method_type = ${method_type}
  `.execute(app.db);
  return rows[0]?.id ?? 0;
}

const aToken = async () => app.signIn(await aPlayer(app.db));
const aReference = () => {
  references += 1;
  return String(references);
};

type Fields = Record<string, string | Blob>;
const deposit = (token: string, fields: Fields = {}, key?: string) =>
  sendForm(
    app,
    "/api/wallet/deposit",
    { amount: "500", payment_method: String(method_id), ...fields },
    { authorization: `Bearer ${token}`, ...(key && { "idempotency-key": key }) },
  );

/** The row counts of the payment tables, to check that nothing was stored. */
async function counts() {
  const { rows } = await sql`
    select
      (select count(*) from payments) as payments,
      (select count(*) from payment_proofs) as proofs,
      (select count(*) from ledger) as ledger,
      (select count(*) from idempotency_keys) as keys
  `.execute(app.db);
  return rows[0];
}

const requestsOf = async (token: string) =>
  (await app.ask("GET /wallet/requests", { as: token })).requests;

describe("a request for a deposit", () => {
  test("is pending and moves no money", async () => {
    const token = await aToken();
    const reference = aReference();
    const { status, body } = await deposit(token, { reference, proof: image });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        kind: "deposit",
        amount: 500,
        method_id,
        method_name: "UPI",
        status: "pending",
        reference,
        has_proof: true,
        account_details: null,
        reason: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        decided_at: null,
      },
    ]);
    expect(await requestsOf(token)).toEqual([body]);
    expect(await app.ask("GET /wallet/balance", { as: token })).toEqual({ balance: 0 });
    expect(await app.ask("GET /wallet/transactions", { as: token })).toEqual({ transactions: [] });
  });

  test.each([
    ["100", 100],
    ["100.5", 100.5],
    ["100.55", 100.55],
    ["49999.99", 49_999.99],
    ["50000", 50_000],
    ["50000.00", 50_000],
  ])("of %s rupees is taken as %d, without proof and reference", async (amount, rupees) => {
    expect(await deposit(await aToken(), { amount })).toMatchObject({
      status: 201,
      body: { amount: rupees, reference: null, has_proof: false },
    });
  });

  test("needs a form", async () => {
    const answer = await app.app.inject({
      method: "POST",
      url: "/api/wallet/deposit",
      headers: { authorization: `Bearer ${await aToken()}` },
      payload: { amount: 500, payment_method: method_id },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([415, "unsupported_media_type"]);
  });

  test("without a chosen file has no proof", async () => {
    const { body } = await deposit(await aToken(), { proof: new File([], ""), reference: "" });
    expect(body).toMatchObject({ has_proof: false, reference: null });
  });
});

describe("a request is refused and nothing is stored", () => {
  const text = (content: string, type: string) => new Blob([content], { type });
  const PNG_BY_NAME = new File(["not an image"], "proof.png", { type: "image/png" });

  test.each<[string, () => Fields | Promise<Fields>, number, string]>([
    ["of 99 rupees", () => ({ amount: "99" }), 400, "deposit_too_small"],
    ["of 99.99 rupees", () => ({ amount: "99.99" }), 400, "deposit_too_small"],
    ["of nothing", () => ({ amount: "0" }), 400, "deposit_too_small"],
    ["of 50000.01 rupees", () => ({ amount: "50000.01" }), 400, "deposit_too_large"],
    ["of 50001 rupees", () => ({ amount: "50001" }), 400, "deposit_too_large"],
    ["of a fraction of a paisa", () => ({ amount: "100.001" }), 400, "invalid_input"],
    ["of less than nothing", () => ({ amount: "-100" }), 400, "deposit_too_small"],
    ["of less by a paisa", () => ({ amount: "-0.01" }), 400, "deposit_too_small"],
    ["of far too much", () => ({ amount: "1".padEnd(15, "0") }), 400, "deposit_too_large"],
    ["of a thousand digits", () => ({ amount: "9".repeat(1_000) }), 400, "deposit_too_large"],
    ["of a word", () => ({ amount: "much" }), 400, "invalid_input"],
    ["by no method", () => ({ payment_method: "" }), 400, "invalid_input"],
    ["by an unknown method", () => ({ payment_method: "999999" }), 400, "method_unavailable"],
    [
      "by a method for withdrawals",
      async () => ({ payment_method: String(await methodOf("withdrawal", "upi")) }),
      400,
      "method_unavailable",
    ],
    ["with a short reference", () => ({ reference: "12345678901" }), 400, "invalid_reference"],
    ["with a field too many", () => ({ status: "approved" }), 400, "invalid_input"],
    ["with text in place of a file", () => ({ proof: "x" }), 400, "invalid_input"],
    ["with an empty file", () => ({ proof: new File([], "a.png") }), 415, "proof_not_an_image"],
    ["with a text named .png", () => ({ proof: PNG_BY_NAME }), 415, "proof_not_an_image"],
    [
      "with an SVG",
      () => ({ proof: text("<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml") }),
      415,
      "proof_not_an_image",
    ],
    ["with half an image", () => ({ proof: image.slice(0, 60) }), 415, "proof_not_an_image"],
    [
      "with a file of a byte more than 5 MB",
      () => ({ proof: new Blob([new Uint8Array(MAX_PROOF_BYTES + 1)]) }),
      413,
      "proof_too_large",
    ],
  ])("%s", async (_, fields, status, code) => {
    const token = await aToken();
    const before = await counts();
    const answer = await deposit(token, { reference: aReference(), ...(await fields()) });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await counts()).toEqual(before);
  });

  test("with an inactive method", async () => {
    const card = await methodOf("deposit", "paytm");
    await sql`update payment_methods set is_active = false where id = ${card}`.execute(app.db);
    const answer = await deposit(await aToken(), { payment_method: String(card) });
    expect(answer.body).toMatchObject({ code: "method_unavailable" });
  });

  test("with a reference in use, and its proof is not stored", async () => {
    const reference = aReference();
    await deposit(await aToken(), { reference });
    const before = await counts();
    const answer = await deposit(await aToken(), { reference, proof: image });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: "reference_used", detail: "This transaction number was already used" },
    });
    expect(await counts()).toEqual(before);
  });
});

test("a file of exactly 5 MB is read", async () => {
  const filled = new Blob([image, new Uint8Array(MAX_PROOF_BYTES - image.size)]);
  expect(await deposit(await aToken(), { proof: filled })).toMatchObject({ status: 201 });
});

test("of twenty concurrent requests with one reference one is accepted", async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, aToken));
  const reference = aReference();
  const answers = await Promise.all(tokens.map((token) => deposit(token, { reference })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
});

test("of thirty concurrent requests twenty are accepted, then one after a decision", async () => {
  const token = await aToken();
  const admin = await app.signIn(await anAdmin(app.db));
  const key = randomUUID();
  const first = await deposit(token, {}, key);
  const answers = await Promise.all(
    Array.from({ length: 29 }, () => deposit(token, { proof: image })),
  );
  const kept = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(kept).toHaveLength(19);
  const detail = "20 of your deposits are already waiting. Please wait until one is decided.";
  for (const answer of refused) {
    const body = { code: "too_many_deposits", detail, params: { max: 20 } };
    expect(answer).toEqual({ status: 400, body });
  }
  expect((await requestsOf(token)).filter(({ has_proof }) => has_proof)).toHaveLength(19);
  expect(await deposit(token, {}, key)).toEqual(first);
  expect(await deposit(await aToken())).toMatchObject({ status: 201 });
  await app.ask("POST /admin/payments/{id}/reject", {
    as: admin,
    params: { id: String(Object(first.body).id) },
    body: { reason: "no such payment" },
  });
  expect(await deposit(token)).toMatchObject({ status: 201 });
  expect(await deposit(token)).toMatchObject({ status: 400 });
});

test("pending withdrawals do not count towards the twenty", async () => {
  const token = await app.signIn(await aPlayer(app.db, { balance: 2_000 }));
  const account_details = { account_type: "upi", upi_id: "asha@okaxis" } as const;
  for (let n = 0; n < 20; n += 1) {
    await app.ask("POST /wallet/withdraw", { as: token, body: { amount: 100, account_details } });
  }
  expect(await deposit(token)).toMatchObject({ status: 201 });
});

describe("the same key", () => {
  test("in twenty concurrent requests stores one request and returns one answer", async () => {
    const token = await aToken();
    const key = randomUUID();
    const fields = { reference: aReference(), proof: image };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => deposit(token, fields, key)),
    );
    const [first] = answers;
    expect(first?.status).toBe(201);
    for (const answer of answers) expect(answer).toEqual(first);
    expect(await requestsOf(token)).toEqual([first?.body]);
  });

  test.each<[string, () => Fields | Promise<Fields>]>([
    ["another amount", () => ({ amount: "501" })],
    ["another method", async () => ({ payment_method: `${await methodOf("deposit", "paytm")}` })],
    ["another reference", () => ({ reference: "210987654321" })],
    ["no reference", () => ({ reference: "" })],
    ["another proof", () => ({ proof: new Blob([image, "x"]) })],
    ["no proof", () => ({ proof: new File([], "") })],
  ])("with %s is refused", async (_, change) => {
    const [token, key] = [await aToken(), randomUUID()];
    const fields = { reference: aReference(), proof: image };
    await deposit(token, fields, key);
    const answer = await deposit(token, { ...fields, ...(await change()) }, key);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: "idempotency_conflict",
        detail: "This request was already used for something else",
      },
    });
    expect(await requestsOf(token)).toHaveLength(1);
  });

  test("can be used again after a refusal", async () => {
    const [token, key] = [await aToken(), randomUUID()];
    expect(await deposit(token, { payment_method: "999999" }, key)).toMatchObject({ status: 400 });
    expect(await deposit(token, {}, key)).toMatchObject({ status: 201 });
  });

  test("can be used by another player", async () => {
    const key = randomUUID();
    for (const token of [await aToken(), await aToken()]) {
      await deposit(token, {}, key);
      expect(await requestsOf(token)).toHaveLength(1);
    }
  });
});

describe("the proof", () => {
  const proofUrl = (body: unknown) => `/api/wallet/requests/${Object(body).id}/proof`;
  const read = (url: string, token: string) =>
    app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

  test("is shown to its player and to admins, and refused as not_found to others", async () => {
    const token = await aToken();
    const url = proofUrl((await deposit(token, { proof: image })).body);
    for (const reader of [token, await app.signIn(await anAdmin(app.db))]) {
      const answer = await read(url, reader);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": "image/webp",
        "cache-control": "private, no-store",
      });
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
        format: "webp",
        width: 60,
      });
    }
    const agent = await app.signIn(await aPlayer(app.db, { role: "agent" }));
    for (const reader of [await aToken(), agent]) {
      expect((await read(url, reader)).statusCode).toBe(404);
    }
    expect((await app.app.inject(url)).statusCode).toBe(401);
  });

  test("is refused as not_found when none was sent", async () => {
    const token = await aToken();
    const { body } = await deposit(token);
    expect((await read(proofUrl(body), token)).statusCode).toBe(404);
  });
});
