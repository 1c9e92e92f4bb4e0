import type { PaymentKind } from "../../contract/payments/rules.ts";
import { drawScreenshot } from "./screenshot.ts";
import type { DemoPlayer, Stage } from "./stage.ts";

/** The probability that a player adds a screenshot to a deposit. */
const SCREENSHOTS = 0.3;

/**
 * Requests a deposit by a random method, sometimes with a screenshot; does nothing when the
 * operator has disabled all methods.
 */
export async function requestDeposit(
  { api, random }: Stage,
  token: string,
  screenshots = SCREENSHOTS,
): Promise<void> {
  const methods = await api("GET /wallet/payment-methods", { as: token });
  const [first, ...others] = methods?.deposit_methods ?? [];
  if (!first) return;
  const amount = String(500 * (1 + random.below(6)));
  const payment_method = String(random.oneOf([first, ...others]).id);
  const reference = String(100_000_000_000 + random.below(900_000_000_000));
  const proof = random.chance(screenshots) && (await drawScreenshot(amount, reference));
  await api("POST /wallet/deposit", {
    as: token,
    form: { amount, payment_method, reference, ...(proof && { proof }) },
  });
}

/** Returns undefined when the player's balance is too low. */
export const requestWithdrawal = ({ api, random }: Stage, { phone, token }: DemoPlayer) =>
  api("POST /wallet/withdraw", {
    as: token,
    body: {
      amount: 100 * (1 + random.below(5)),
      account_details: { account_type: "upi", upi_id: `${phone}@okdemo` },
    },
  });

/** Approves most pending requests of a kind, rejects some and leaves a few pending. */
export async function decide({ api, random }: Stage, admin: string, kind: PaymentKind) {
  const queue = await api("GET /admin/payments", { as: admin });
  for (const payment of queue?.payments ?? []) {
    if (payment.kind !== kind || payment.status !== "pending" || random.chance(0.03)) continue;
    if (random.chance(0.06)) {
      const body = { reason: "The transaction number was not found" };
      await api("POST /admin/payments/{id}/reject", { as: admin, id: payment.id, body });
    } else {
      await api("POST /admin/payments/{id}/approve", { as: admin, id: payment.id });
    }
  }
}
