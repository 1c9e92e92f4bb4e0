import { hashSync } from "@node-rs/argon2";
import { expect, it } from "vitest";
import { hashPassword, isPassword } from "./password.ts";

it("a password is hashed with Argon2id at the chosen cost and a new salt", async () => {
  const hashes = await Promise.all([hashPassword("arrow-7"), hashPassword("arrow-7")]);
  expect(hashes[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(hashes[0]).not.toBe(hashes[1]);
});

it.each([
  ["arrow-7", true],
  ["arrow-8", false],
  ["Arrow-7", false],
  ["", false],
])("of arrow-7, %j is %s", async (password, is_right) => {
  expect(await isPassword(password, await hashPassword("arrow-7"))).toBe(is_right);
});

it("no password is right without an account", async () => {
  expect(await isPassword("arrow-7", undefined)).toBe(false);
});

it("old hashes with another cost still work", async () => {
  const old = hashSync("arrow-7", { memoryCost: 8_192, timeCost: 1 });
  expect(await isPassword("arrow-7", old)).toBe(true);
});
