import { sql } from "kysely";
import { expect, test } from "vitest";
import { addDays } from "../../contract/dates.ts";
import { voidResult } from "../results/void.ts";
import { useApp } from "../testing/app.ts";
import { at, gameOf, TODAY } from "../testing/game.ts";
import { aHouse, anAdmin, setClock } from "../testing/makers.ts";

const app = useApp();
const game = gameOf(app);

const dashboard = (admin: string) => app.ask("GET /admin/dashboard", { as: admin });

test("the dashboard counts pending withdrawals and deposits apart", async () => {
  const admin = await app.signIn(await anAdmin(app.db));
  const { id, token } = await game.aPlayerWith(1_000);
  await sql`
    insert into payments (user_id, kind, amount_paise) values (${id}, 'deposit', 10000)
  `.execute(app.db);
  await sql`
    insert into payment_methods (direction, name, method_type)
    values ('withdrawal', 'UPI', 'upi'), ('deposit', 'UPI', 'upi')
  `.execute(app.db);
  const ask = (amount: number) =>
    app.ask("POST /wallet/withdraw", {
      as: token,
      body: { amount, account_details: { account_type: "upi", upi_id: "player@bank" } },
    });
  const [first] = [await ask(100), await ask(200), await ask(300)];
  expect(await dashboard(admin)).toMatchObject({
    pending_withdrawals: 3,
    pending_deposits: 1,
  });
  await app.ask("POST /admin/payments/{id}/approve", {
    as: admin,
    params: { id: String(first.id) },
  });
  expect((await dashboard(admin)).pending_withdrawals).toBe(2);
});

test("the dashboard counts results of any day until they are published", async () => {
  const house = await aHouse(app.db);
  const admin = await app.signIn(await anAdmin(app.db));
  await setClock(app.db, at("21:00"));
  const enter = (date: string) =>
    app.ask("POST /results", { as: admin, body: { house_id: house.id, date, first_round: 12 } });
  const { id } = await enter(TODAY);
  await enter(addDays(TODAY, -60));
  expect((await dashboard(admin)).unpublished_results).toBe(2);
  await app.ask("POST /results/{id}/publish", { as: admin, params: { id: String(id) } });
  expect((await dashboard(admin)).unpublished_results).toBe(1);
  await voidResult(app.db, id, "entered by mistake");
  expect((await dashboard(admin)).unpublished_results).toBe(1);
});
