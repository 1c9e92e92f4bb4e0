import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { MAX_PROOF_BYTES } from "../contract/payments/rules.ts";
import { openWallet, requestsOf } from "./money.ts";
import { test } from "./product.ts";

test("a picture that is too large is made smaller before it is sent @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await openWallet(page, player, "Deposit");
  await sendTooLarge(page);
  await page.getByRole("button", { name: "Show screenshot" }).click();
  const proof = page.getByRole("dialog", { name: "Screenshot of the payment" }).getByRole("img");
  await expect(proof).toHaveJSProperty("naturalWidth", 2_400);
  await expect(proof).toHaveJSProperty("naturalHeight", 1_029);
});

test("a browser that cannot write WebP makes a picture smaller too @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  // As Safari does.
  await page.addInitScript(`{
    const write = OffscreenCanvas.prototype.convertToBlob;
    OffscreenCanvas.prototype.convertToBlob = function (options) {
      return write.call(this, options.type === "image/webp" ? {} : options);
    };
  }`);
  await openWallet(page, player, "Deposit");
  await sendTooLarge(page);
  expect(await requestsOf(product, player)).toMatchObject([{ has_proof: true }]);
});

test("a picture that the browser cannot make smaller is sent as it is @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await page.addInitScript("delete window.OffscreenCanvas");
  await openWallet(page, player, "Deposit");
  await choose(page, await tooLarge());
  await page.getByRole("button", { name: "₹500" }).click();
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("The screenshot must be at most 5 MB")).toBeVisible();
  await choose(page, await page.screenshot());
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByRole("region", { name: "Your deposit request" })).toContainText("Pending");
  expect(await requestsOf(product, player)).toMatchObject([{ has_proof: true }]);
});

test("a deposit cannot be sent while its picture is made smaller @phone", async ({
  page,
  product,
}) => {
  const player = await product.signUp();
  await page.addInitScript(`{
    const decode = createImageBitmap;
    const released = new Promise((resolve) => (window.release = resolve));
    window.createImageBitmap = (file) => released.then(() => decode(file));
  }`);
  await openWallet(page, player, "Deposit");
  await page.getByRole("button", { name: "₹500" }).click();
  await choose(page, await page.screenshot());
  const send = page.getByRole("button", { name: "Send request" });
  await expect(send).toHaveAttribute("aria-busy", "true");
  await page.getByLabel("Transaction number").fill("909090909090");
  await page.getByLabel("Transaction number").press("Enter");
  await send.click({ force: true });
  await page.evaluate("window.release()");
  await expect(send).not.toHaveAttribute("aria-busy");
  expect(await requestsOf(product, player)).toEqual([]);
  await send.click();
  await expect(page.getByRole("region", { name: "Your deposit request" })).toContainText("Pending");
  expect(await requestsOf(product, player)).toHaveLength(1);
});

async function sendTooLarge(page: Page): Promise<void> {
  await choose(page, await tooLarge());
  await page.getByRole("button", { name: "₹500" }).click();
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByRole("region", { name: "Your deposit request" })).toContainText("Pending");
}

/** A PNG of noise, which is larger than the server accepts. */
async function tooLarge(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const create = { width: 2_800, height: 1_200, channels: 3, background: "white", noise } as const;
  const picture = await sharp({ create }).png().toBuffer();
  expect(picture.length).toBeGreaterThan(MAX_PROOF_BYTES);
  return picture;
}

async function choose(page: Page, buffer: Buffer): Promise<void> {
  const file = { name: "paid.png", mimeType: "image/png", buffer };
  await page.getByLabel("Screenshot").setInputFiles(file);
  await expect(page.getByRole("img", { name: "The chosen image" })).toBeVisible();
}
