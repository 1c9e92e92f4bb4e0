import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { voidResult } from "../results/void.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play } from "../testing/game.ts";
import { setClock } from "../testing/makers.ts";

const app = useApp();
const game = gameOf(app);

/** More than 32 bits hold. */
const LARGE = 5_000_000_000;

beforeAll(async () => {
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, ${LARGE}::bigint)
    from pg_sequences
  `.execute(app.db);
  await createDefaultPaymentMethods(app.db, "demo");
  await setClock(app.db, at("13:00"));
});

test("every id may be larger than 32 bits hold", async () => {
  const { house, token, admin } = await game.aTable(500);
  const paramsOf = ({ id }: { id: number }) => ({ params: { id: String(id) } });
  const cancelled = await game.place(token, house.id, [play.direct(1)]);
  const voided = await game.place(token, house.id, [play.direct(1)]);
  const won = await game.place(token, house.id, [play.direct(45), play.forecast(45, 7)]);
  await app.ask("POST /orders/{id}/cancel", { as: token, ...paramsOf(cancelled) });
  const reason = { reason: "a mistake" };
  await app.ask("POST /admin/orders/{id}/void", { as: admin, ...paramsOf(voided), body: reason });
  const withdrawal = await app.ask("POST /wallet/withdraw", {
    as: token,
    body: { amount: 100, account_details: { account_type: "upi", upi_id: "player@bank" } },
  });
  await app.ask("POST /admin/payments/{id}/reject", {
    as: admin,
    ...paramsOf(withdrawal),
    body: reason,
  });
  await setClock(app.db, at("21:00"));
  const wrong = await game.publish(admin, house.id, { first_round: 45 });
  await game.publish(admin, house.id, { second_round: 7 });
  await voidResult(app.db, wrong.id, "a mistake");
  await game.publish(admin, house.id, { first_round: 45 });
  const [order] = await app.ask("GET /orders", { as: token });
  expect(order).toEqual(await game.order(token, won.id));
  expect(order).toMatchObject({ status: "won", winning_amount: 4_800 });
  expect(await game.balance(token)).toBe(500 - 20 + 4_800);
  const { notifications } = await app.ask("GET /notifications", { as: token });
  const { entries } = await app.ask("GET /admin/audit", { as: admin });
  const rows = [house, won, withdrawal, wrong, ...notifications, ...entries];
  expect(rows.filter(({ id }) => id <= LARGE)).toEqual([]);
  await expectBooksToBalance(app.db);
});
