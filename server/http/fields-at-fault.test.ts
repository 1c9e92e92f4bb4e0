import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { useApp } from "../testing/app.ts";
import { sendForm } from "../testing/form.ts";
import { aHouse, anAdmin, aPlayer, PASSWORD, setClock } from "../testing/makers.ts";

const app = useApp();
beforeAll(() => setClock(app.db, "2026-07-01T10:00:00+05:30"));

const aToken = async () => app.signIn(await aPlayer(app.db, { balance: 1_000 }));

const Refusal = z.object({ code: z.string(), detail: z.string(), fields: z.unknown() });
const TEXT = new Blob(["not an image"]);
const play = { type: "direct", round: "first", number: 7, amount: 10 } as const;

async function placing(changes: object, house: object = {}) {
  const { id } = await aHouse(app.db, house);
  const body = { house_id: id, play_date: "2026-07-01", plays: [play], ...changes };
  return app.refused("POST /orders/play", { as: await aToken(), body });
}

async function registering() {
  const { phone } = await aPlayer(app.db);
  const body = { phone, full_name: "Asha", password: PASSWORD };
  return app.refused("POST /auth/register", { body });
}

async function resetting() {
  const { phone } = await aPlayer(app.db);
  const body = { phone, code: "000000", new_password: PASSWORD };
  return app.refused("POST /auth/reset-password", { body });
}

async function changingPassword() {
  const body = { old_password: "not this one", new_password: PASSWORD };
  return app.refused("POST /users/change-password", { as: await aToken(), body });
}

async function withdrawing(amount: number) {
  const account_details = { account_type: "upi", upi_id: "asha@bank" } as const;
  const body = { amount, account_details };
  return app.refused("POST /wallet/withdraw", { as: await aToken(), body });
}

async function aMethod(): Promise<string> {
  const as = await app.signIn(await anAdmin(app.db));
  const body = { name: "Card", direction: "deposit", method_type: "card" } as const;
  return String((await app.ask("POST /admin/payment-methods", { as, body })).id);
}

async function depositing(changes: Record<string, string | Blob>) {
  const payment_method = await aMethod();
  const form = { amount: "500", payment_method, ...changes };
  const headers = { authorization: `Bearer ${await aToken()}` };
  const { body } = await sendForm(app, "/api/wallet/deposit", form, headers);
  return z.parse(Refusal, body);
}

async function aHouseWith(changes: object) {
  const { id } = await aHouse(app.db);
  const as = await app.signIn(await anAdmin(app.db));
  return app.refused("PUT /houses/{id}", { as, params: { id: String(id) }, body: changes });
}

describe("a refusal about a single field names it", () => {
  test.each([
    ["phone_taken", "phone", registering],
    ["invalid_code", "code", resetting],
    ["wrong_password", "old_password", changingPassword],
    ["no_plays", "plays", () => placing({ plays: [] })],
    ["stake_too_low", "plays", () => placing({ plays: [{ ...play, amount: 1 }] })],
    ["date_not_playable", "play_date", () => placing({ play_date: "2020-01-01" })],
    ["house_inactive", "house_id", () => placing({}, { is_active: false })],
    ["deposit_too_small", "amount", () => depositing({ amount: "99" })],
    ["method_unavailable", "payment_method", () => depositing({ payment_method: "99999" })],
    ["proof_not_an_image", "proof", () => depositing({ proof: TEXT })],
    ["withdrawal_too_small", "amount", () => withdrawing(99)],
    ["withdrawal_too_large", "amount", () => withdrawing(50_001)],
    ["limits_out_of_order", "max_play", () => aHouseWith({ max_play: 1 })],
  ])("%s: %s", async (code, field, refused) => {
    const refusal = await refused();
    expect(refusal).toMatchObject({ code, fields: { [field]: refusal.detail } });
  });
});

test.each([
  [
    "unknown fields",
    "auth/login",
    Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [n, 1])),
  ],
  ["faulty plays", "orders/play", { plays: Array<number>(1_000).fill(1) }],
])("a refusal of thousands of %s names the first", async (_, path, body) => {
  const { statusCode, payload } = await app.app.inject({
    method: "POST",
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${await aToken()}`, "content-type": "application/json" },
    payload: JSON.stringify(body),
  });
  expect(statusCode).toBe(400);
  const { fields } = z.parse(z.object({ fields: z.looseObject({}) }), JSON.parse(payload));
  expect(Object.keys(fields).length).toBeGreaterThan(1);
  expect(payload.length).toBeLessThan(10_000);
});
