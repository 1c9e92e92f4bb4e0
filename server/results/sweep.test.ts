import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { announce, balanceOf, place } from "../proof/scene.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, play } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { createSettlementSweep } from "./settlement.ts";
import { listUnfinishedSettlements } from "./sql.ts";

const app = useApp();

beforeAll(() => app.context.sweep.stop());
afterEach(() => vi.useRealTimers());
afterEach(() => expectBooksToBalance(app.db));

test("unfinished settlements are resumed at start and every five seconds", async () => {
  await setClock(app.db, at("13:00"));
  const [house, other, admin] = [await aHouse(app.db), await aHouse(app.db), await anAdmin(app.db)];
  const player = await aPlayer(app.db, { balance: 100 });
  for (const one of [house, other]) await place(app, player, one, [play.direct(7)]);
  await setClock(app.db, at("15:00"));
  await announce(app, admin, house, { first_round: 7 });

  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const sweep = createSettlementSweep(app.db, app.app.log);
  sweep.start();
  await untilSettled();
  expect(await balanceOf(app, player)).toBe(80 + 800);

  await announce(app, admin, other, { first_round: 7 });
  vi.advanceTimersByTime(5_000);
  await untilSettled();
  expect(await balanceOf(app, player)).toBe(80 + 1_600);
  await sweep.stop();
});

async function untilSettled(): Promise<void> {
  while ((await listUnfinishedSettlements(app.db)).length > 0);
}
