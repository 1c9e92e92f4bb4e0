import fc from "fast-check";
import { expect, test } from "vitest";
import { ORDER_STATUSES } from "../../contract/orders/rules.ts";
import { aNumber, aPlay, selectionOf } from "../proof/arbitraries.ts";
import { seedOfRun } from "../testing/seed.ts";
import { toOrder } from "./answer.ts";
import { toWritable, writeOrders, writeOrderWithBalance } from "./answer-bytes.ts";
import { encode } from "./codes.ts";
import type { OrderRow } from "./sql.ts";

const RATES = { direct: 80, house: 8, ending: 9, forecast: 4_000 };
const seed = seedOfRun();

const anInstant = fc
  .date({ min: new Date("2026-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const aPaisa = fc.nat({ max: 100_000_000_00 });
const aPublished = fc.option(aNumber);

const aRow: fc.Arbitrary<OrderRow> = fc.record({
  id: fc.nat(),
  house_id: fc.nat(),
  house_name: fc.string({ unit: "grapheme" }),
  play_date: anInstant.map((instant) => instant.slice(0, 10)),
  total_paise: aPaisa,
  won_paise: aPaisa,
  status: fc.constantFrom(...ORDER_STATUSES),
  closes_at: anInstant,
  created_at: anInstant,
  cancel_reason: fc.option(fc.string({ unit: "binary" })),
  codes: fc.array(
    aPlay.map((play) => encode(selectionOf(play))),
    { maxLength: 8 },
  ),
  stakes_paise: fc.array(aPaisa, { minLength: 8, maxLength: 8 }),
  rates_version: fc.constant(1),
  settled_parts: fc.nat({ max: 7 }),
  first_number: aPublished,
  second_number: aPublished,
});

test(`written orders equal the serialised objects (SEED=${seed})`, () => {
  fc.assert(
    fc.property(fc.array(aRow, { maxLength: 4 }), (rows) => {
      const { bytes } = writeOrders(rows.map(toWritable), () => RATES);
      expect(bytes.toString()).toBe(JSON.stringify(rows.map((row) => toOrder(row, RATES))));
      for (const row of rows) {
        const with_balance = { ...toOrder(row, RATES), wallet_balance: 12.5 };
        const written = writeOrderWithBalance(row, RATES, 12_50);
        expect(written.bytes.toString()).toBe(JSON.stringify(with_balance));
      }
    }),
    { seed, numRuns: 2_000 },
  );
});
