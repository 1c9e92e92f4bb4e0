import fc from "fast-check";
import { expect, test } from "vitest";
import { seedOfRun } from "../testing/seed.ts";
import { FieldReader } from "./field-reader.ts";

const seed = seedOfRun();

const anInteger = fc.maxSafeInteger();
const aText = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\t\n]/g, " "));

test(`lines are read as they were joined (SEED=${seed})`, () => {
  const aLine = fc.record({
    number: anInteger,
    text: aText,
    numbers: fc.array(anInteger),
    last: fc.option(aText),
  });
  fc.assert(
    fc.property(fc.array(aLine, { minLength: 1 }), (lines) => {
      const joined = lines.map(({ number, text, numbers, last }) =>
        [number, text, `{${numbers.join(",")}}`, ...(last === null ? [] : [last])].join("\t"),
      );
      const fields = new FieldReader(joined.join("\n"));
      const read = lines.map(() => ({
        number: fields.integer(),
        text: fields.text(),
        numbers: fields.integers(),
        last: fields.is_after_line ? null : fields.text(),
      }));
      expect(read).toEqual(lines);
      expect(fields.is_at_end).toBe(true);
    }),
    { seed, numRuns: 500 },
  );
});
