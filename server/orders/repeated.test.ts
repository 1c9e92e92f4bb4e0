import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY, TOMORROW } from "../testing/game.ts";
import { setClock } from "../testing/makers.ts";

const app = useApp();
const game = gameOf(app);

test("a key finds its order when the clock was set back over midnight", async () => {
  await setClock(app.db, at("00:00", TOMORROW));
  const { house, token } = await game.aTable(500);
  const sent = { key: randomUUID(), play_date: "2026-11-22" };
  const order = await game.place(token, house.id, [play.direct(45, 10)], sent);
  await setClock(app.db, at("23:59", TODAY));
  expect(await game.place(token, house.id, [play.direct(45, 10)], sent)).toStrictEqual(order);
  const other = await app.refused("POST /orders/play", {
    as: token,
    body: { house_id: house.id, play_date: TOMORROW, plays: [play.direct(7, 10)] },
    headers: { "idempotency-key": sent.key },
  });
  expect(other).toMatchObject({ status: 409, code: "idempotency_conflict" });
  expect(await game.balance(token)).toBe(490);
  await expectBooksToBalance(app.db);
});
