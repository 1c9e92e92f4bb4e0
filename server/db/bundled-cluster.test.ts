import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { CannotStart } from "../cannot-start.ts";
import { prepareBinaries } from "./bundled-binaries.ts";
import { prepareCluster } from "./bundled-cluster.ts";
import { preparePlace } from "./bundled-place.ts";

const folder = mkdtempSync(join(tmpdir(), "nishana-cluster-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

test("a failure to create the data folder leaves no files behind", async () => {
  const place = preparePlace(join(folder, "data"));
  const binaries = { ...prepareBinaries(place), initdb: "/bin/false" };
  await expect(prepareCluster(place, binaries)).rejects.toThrow("cannot make its data folder");
  expect(readdirSync(place.home)).toStrictEqual(["socket"]);
});

test("a data folder without PostgreSQL's files is refused with a sentence, and stays", async () => {
  const place = preparePlace(join(folder, "emptied"));
  mkdirSync(place.cluster);
  const binaries = prepareBinaries(place);
  await expect(prepareCluster(place, binaries)).rejects.toThrow(CannotStart);
  expect(readdirSync(place.cluster)).toStrictEqual([]);
});
