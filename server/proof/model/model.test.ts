import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import { createDefaultPaymentMethods } from "../../payments/methods.ts";
import { appOn, useApp } from "../../testing/app.ts";
import { anAdmin, type Player } from "../../testing/makers.ts";
import { IS_LONG, seedOfRun } from "../../testing/seed.ts";
import { aRun } from "./commands.ts";
import { openQuickBooks, type QuickBooks } from "./quick-books.ts";
import { expectRunLikeModel } from "./run.ts";

const RUNS = IS_LONG ? 20_000 : 200;
/** On one database: what is in the books is checked after each step. */
const RUNS_EACH = 20;

const seed = seedOfRun();
const parts = Array.from({ length: RUNS / RUNS_EACH }, (_, n) => n);

describe.each(parts)(`the product does what the model does (SEED=${seed}, part %i)`, (part) => {
  const app = useApp();
  const second_process = appOn(app);
  let admin: Player;
  let books: QuickBooks;

  beforeAll(async () => {
    await createDefaultPaymentMethods(app.db, "demo");
    admin = await anAdmin(app.db);
    books = await openQuickBooks(app.db);
  });
  afterAll(() => books.close());

  test("after each step, whatever is done and in which order", async () => {
    const runs = fc.asyncProperty(aRun, (run) =>
      expectRunLikeModel([app, second_process], books, admin, run),
    );
    await fc.assert(runs, { seed: seed + part, numRuns: RUNS_EACH });
  });
});
