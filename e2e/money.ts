import type { Page } from "@playwright/test";
import { type Account, ADMIN, type Product, signIn } from "./product.ts";

interface Deposit {
  amount: number;
  reference?: string;
  /** The bytes of an image. */
  proof?: Uint8Array;
}

/** Requests a deposit through the API. */
export async function requestDeposit(product: Product, player: Account, deposit: Deposit) {
  const token = await product.tokenOf(player);
  const { deposit_methods } = await product.call("GET /wallet/payment-methods", { token });
  const form = new FormData();
  form.set("amount", String(deposit.amount));
  form.set("payment_method", String(deposit_methods[0]?.id));
  if (deposit.reference) form.set("reference", deposit.reference);
  if (deposit.proof) form.set("proof", new Blob([new Uint8Array(deposit.proof)]), "proof.png");
  return product.call("POST /wallet/deposit", { token, form });
}

/** Approves or rejects a payment request as an admin. */
export async function decide(
  product: Product,
  id: number,
  decision: "approve" | "reject",
  admin = ADMIN,
): Promise<void> {
  const options = { token: await product.tokenOf(admin), params: { id } };
  if (decision === "approve") await product.call("POST /admin/payments/{id}/approve", options);
  else {
    const body = { reason: "Nothing arrived" };
    await product.call("POST /admin/payments/{id}/reject", { ...options, body });
  }
}

/** Gives a player money that a test needs but does not test. */
export async function giveMoney(product: Product, player: Account, amount: number): Promise<void> {
  const { id } = await requestDeposit(product, player, { amount });
  await decide(product, id, "approve");
}

export async function balanceOf(product: Product, player: Account): Promise<number> {
  const token = await product.tokenOf(player);
  const { balance } = await product.call("GET /wallet/balance", { token });
  return balance;
}

/** A player's payment requests, newest first. */
export async function requestsOf(product: Product, player: Account) {
  const token = await product.tokenOf(player);
  const { requests } = await product.call("GET /wallet/requests", { token });
  return requests;
}

/** Signs in and opens a tab of the wallet. */
export async function openWallet(page: Page, player: Account, tab: string): Promise<void> {
  await signIn(page, player, "/app/wallet");
  await page.getByRole("tab", { name: tab }).click();
}
