import { expect } from "@playwright/test";
import { waitForContent } from "./late.ts";
import { chooseWithAmount, openPlay, placeOrder } from "./play-steps.ts";
import { ADMIN, signIn, test } from "./product.ts";

/**
 * What Chrome 106, the last on Android 6, does not have, of what screens and their libraries could
 * call. Without it, a screen that calls it anyway fails as it would on such a phone.
 */
const NEWER = {
  Array: ["fromAsync"],
  "Array.prototype": ["toReversed", "toSorted", "toSpliced", "with"],
  "Uint8Array.prototype": ["toReversed", "toSorted", "with"],
  "String.prototype": ["isWellFormed", "toWellFormed"],
  Object: ["groupBy"],
  Map: ["groupBy"],
  Promise: ["try", "withResolvers"],
  "Set.prototype": ["difference", "intersection", "isSubsetOf", "symmetricDifference", "union"],
  "Iterator?.prototype": ["drop", "every", "filter", "find", "flatMap", "map", "some", "take"],
  URL: ["canParse", "parse"],
  "URLSearchParams.prototype": ["size"],
  AbortSignal: ["any"],
  "Document.prototype": ["startViewTransition"],
  "HTMLElement.prototype": ["hidePopover", "showPopover", "togglePopover"],
};

const SCREENS = ["", "/play", "/results", "/history", "/wallet", "/profile", "/notifications"];
const ADMIN_SCREENS = [
  "",
  "/revenue",
  "/winners",
  "/houses",
  "/results",
  "/payments",
  "/users",
  "/users/statement?user=1",
  "/orders",
  "/payment-methods",
  "/books",
  "/audit",
  "/broadcast",
];

test.beforeEach(async ({ page }) => {
  const lines = Object.entries(NEWER).flatMap(([owner, names]) =>
    names.map((name) => `delete globalThis.${owner}?.${name};`),
  );
  await page.addInitScript(lines.join(" "));
});

test("a player of an old browser plays, and sees every screen @phone", async ({
  page,
  product,
}) => {
  await openPlay(page, product, 100);
  await chooseWithAmount(page, "45", 10);
  await placeOrder(page);
  await page.goto("/app/history?status=pending");
  const orders = page.getByRole("list", { name: "Orders" }).getByRole("listitem");
  await expect(orders).toHaveCount(1);
  await page.getByRole("radio", { name: "Cancelled" }).check();
  await expect(orders).toHaveCount(0);
  for (const path of SCREENS) {
    await page.goto(`/app${path}`);
    await waitForContent(page);
  }
});

test("an admin of an old browser sees every screen @desktop", async ({ page }) => {
  await signIn(page, ADMIN);
  for (const path of ADMIN_SCREENS) {
    await page.goto(`/app/admin${path}`);
    await waitForContent(page);
    const table = page.getByText("Show as a table");
    for (const each of await table.all()) await each.click();
  }
});
