import fc from "fast-check";
import { beforeAll, describe, test } from "vitest";
import { createDefaultPaymentMethods } from "../../payments/methods.ts";
import { appOn, useApp } from "../../testing/app.ts";
import { anotherPool } from "../../testing/database.ts";
import { anAdmin, type Player } from "../../testing/makers.ts";
import { IS_LONG, seedOfRun } from "../../testing/seed.ts";
import { aRun } from "./commands.ts";
import { expectRunLikeModel } from "./run.ts";

const RUNS = IS_LONG ? 20_000 : 200;
/** Runs in one database. Few, because all its books are checked after each step. */
const RUNS_EACH = 20;

const seed = seedOfRun();
const parts = Array.from({ length: RUNS / RUNS_EACH }, (_, n) => n);

describe.each(parts)(`the product behaves like the model (SEED=${seed}, part %i)`, (part) => {
  const app = useApp();
  const second_process = appOn(app);
  /** A pool of one connection, so that the statement is planned once. */
  const books = anotherPool(app, 1);
  let admin: Player;

  beforeAll(async () => {
    await createDefaultPaymentMethods(app.db, "demo");
    admin = await anAdmin(app.db);
  });

  test("after each step of random runs with concurrent requests", async () => {
    const runs = fc.asyncProperty(aRun, (run) =>
      expectRunLikeModel([app, second_process], books.db, admin, run),
    );
    await fc.assert(runs, { seed: seed + part, numRuns: RUNS_EACH });
  });
});
