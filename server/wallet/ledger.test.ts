import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { rejectPayment } from "../payments/service.ts";
import { cancel, place, publish, withdraw } from "../proof/scene.ts";
import { voidResult } from "../results/void.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, play } from "../testing/game.ts";
import { actorOf, aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";

const app = useApp();

/** A player whose statement has a row of each kind. */
beforeAll(async () => {
  await setClock(app.db, at("13:00"));
  await createDefaultPaymentMethods(app.db, "demo");
  const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
  const player = await aPlayer(app.db, { balance: 1_000 });
  await place(app, player, house, [play.direct(7)]);
  await cancel(app, player, await place(app, player, house, [play.direct(7)]));
  const { id } = await withdraw(app, player, 100);
  await rejectPayment(app.context, actorOf(admin), id, { reason: "not this time" });
  await setClock(app.db, at("15:00"));
  await voidResult(app.db, await publish(app, admin, house, { first_round: 7 }), "a mistake");
});

afterEach(() => expectBooksToBalance(app.db));

/** The database itself refuses these, whatever the code does. */
describe("in the ledger", () => {
  test.each([
    ["changes", sql`update ledger set amount_paise = 2 * amount_paise`],
    ["deletes", sql`delete from ledger`],
    ["empties", sql`truncate ledger`],
  ])("nobody %s anything", async (_, statement) => {
    await expect(statement.execute(app.db)).rejects.toThrow("table ledger is append-only");
  });

  test.each([
    ["deposit", "payment_id", "ledger_moves_a_payment_once"],
    ["withdrawal", "payment_id", "ledger_moves_a_payment_once"],
    ["refund", "payment_id", "ledger_moves_a_payment_once"],
    ["refund", "order_id", "ledger_refunds_an_order_once"],
    ["win", "order_id", "ledger_settles_an_order_once"],
    ["reversal", "order_id", "ledger_settles_an_order_once"],
  ])("there is at most one %s for a %s", async (kind, of, constraint) => {
    const again = sql`
      insert into ledger (
        user_id, sequence, kind, amount_paise, balance_after_paise, draw_id, order_id,
        settlement_id, payment_id
      )
      select
        user_id, sequence + 100, kind, amount_paise, balance_after_paise, draw_id, order_id,
        settlement_id, payment_id
      from ledger
      where kind::text = ${kind} and ${sql.ref(of)} is not null
    `;
    await expect(again.execute(app.db)).rejects.toMatchObject({ constraint });
  });

  test("a balance is never negative", async () => {
    await expect(sql`update wallets set balance_paise = -1`.execute(app.db)).rejects.toMatchObject({
      constraint: "wallets_balance_not_negative",
    });
  });
});
