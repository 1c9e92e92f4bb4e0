import fc from "fast-check";
import { expect, test } from "vitest";
import { seedOfRun } from "../testing/seed.ts";
import { JsonWriter } from "./json-writer.ts";

const seed = seedOfRun();

const write = (expected_bytes: number, fill: (json: JsonWriter) => void): string => {
  const json = new JsonWriter(expected_bytes);
  fill(json);
  return json.finish().toString();
};

test(`what is written in sequence is joined, whatever room was expected (SEED=${seed})`, () => {
  const aPart = fc.oneof(
    fc.record({ is_prepared: fc.boolean(), text: fc.string({ unit: "grapheme", maxLength: 300 }) }),
    fc.maxSafeInteger(),
    fc.integer(),
    fc.nat({ max: 1_000 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  fc.assert(
    fc.property(fc.array(aPart), fc.nat({ max: 500 }), (parts, expected_bytes) => {
      const written = write(expected_bytes, (json) => {
        for (const part of parts) {
          if (typeof part === "number") json.number(part);
          else if (part.is_prepared) json.bytes(Buffer.from(part.text));
          else json.text(part.text);
        }
      });
      expect(written).toBe(
        parts.map((part) => (typeof part === "number" ? JSON.stringify(part) : part.text)).join(""),
      );
    }),
    { seed, numRuns: 1_000 },
  );
});
