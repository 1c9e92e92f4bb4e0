import { formatDay } from "../lib/format.ts";
import { getLanguage, t } from "../lib/messages.ts";
import { orderCode } from "../lib/order-code.ts";
import type { Transaction } from "./api.ts";

/**
 * What a ledger row was for, in the current language; the description of the server is in English.
 */
export function transactionText(
  { type, order_id, payment_id, house_name, play_date }: Transaction,
  houseNameOf: (name: string) => string,
): string {
  if (payment_id !== null) {
    const key = type === "refund" ? "wallet.about_rejected" : "wallet.about_request";
    return t(key, { id: String(payment_id) });
  }
  const house = house_name === null ? "" : houseNameOf(house_name);
  const date = play_date === null ? "" : formatDay(play_date, getLanguage());
  const code = order_id === null ? "" : orderCode(order_id);
  const params = { code, house, date };
  if (type === "refund") return t("wallet.about_cancelled", params);
  return t(type === "reversal" ? "wallet.about_reversal" : "wallet.about_order", params);
}
