import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { anotherPool } from "../testing/database.ts";
import { sendForm } from "../testing/form.ts";
import { at, gameOf, play } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";

/**
 * A call that holds a connection of the pool must not wait for a second one: a dozen such calls at
 * once would deadlock. On a server with one connection besides the listener's, a single such call
 * hangs.
 */
const app = useApp();
const game = gameOf(app);
const narrow = appOn(anotherPool(app, 2));
const narrow_game = gameOf(narrow);

beforeAll(() => createDefaultPaymentMethods(app.db, "demo"));
beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

test("every call that moves money needs only one connection, also on a fresh server", async () => {
  const house = await aHouse(app.db);
  const admin = await app.signIn(await anAdmin(app.db));
  const token = await app.signIn(await aPlayer(app.db, { balance: 1_000 }));
  const order = await game.place(token, house.id, [play.direct(45, 100)]);

  const call = { as: token, headers: { "idempotency-key": randomUUID() } };
  await narrow.ask("POST /orders/{id}/cancel", { ...call, params: { id: String(order.id) } });
  await narrow_game.place(token, house.id, [play.direct(45, 10)]);
  const wrong = await game.place(token, house.id, [play.direct(46, 20)]);
  await narrow.ask("POST /admin/orders/{id}/void", {
    as: admin,
    params: { id: String(wrong.id) },
    body: { reason: "played for another" },
  });
  const { body: deposit } = await sendForm(
    narrow,
    "/api/wallet/deposit",
    { amount: "100", payment_method: String(await aDepositMethod(token)) },
    { authorization: `Bearer ${token}` },
  );
  await narrow.ask("POST /admin/payments/{id}/approve", {
    as: admin,
    params: { id: String(Object(deposit).id) },
  });
  const { id } = await narrow.ask("POST /wallet/withdraw", {
    as: token,
    body: { amount: 100, account_details: { account_type: "upi", upi_id: "player@bank" } },
  });
  await narrow.ask("POST /admin/payments/{id}/reject", {
    as: admin,
    params: { id: String(id) },
    body: { reason: "the account is another's" },
  });
  await narrow.ask("PUT /houses/{id}", {
    as: admin,
    params: { id: String(house.id) },
    body: { max_play: 500 },
  });
  await setClock(app.db, at("21:00"));
  await narrow_game.publish(admin, house.id, { first_round: 45, second_round: 7 });
  expect(await narrow_game.balance(token)).toBe(1_890);
});

async function aDepositMethod(token: string): Promise<number> {
  const { deposit_methods } = await app.ask("GET /wallet/payment-methods", { as: token });
  return deposit_methods[0]?.id ?? 0;
}
