import { ADMIN, type Account, type Product } from "./product.ts";

/** The date on which all journeys take place. */
export const TODAY = "2026-11-20";

interface DirectPlay {
  house_id: number;
  number: number;
  amount: number;
  play_date?: string;
}

/** Places a direct play on a number in the second round. The date defaults to today. */
export async function playNumber(product: Product, player: Account, play: DirectPlay) {
  const { house_id, number, amount, play_date = TODAY } = play;
  const plays = [{ type: "direct" as const, round: "second" as const, number, amount }];
  const token = await product.tokenOf(player);
  return product.call("POST /orders/play", { token, body: { house_id, play_date, plays } });
}

interface Numbers {
  house_id: number;
  date?: string;
  first_round?: number;
  second_round?: number;
}

/** Enters and publishes a result. The date defaults to today. */
export async function publish(product: Product, numbers: Numbers): Promise<void> {
  const token = await product.tokenOf(ADMIN);
  const body = { date: TODAY, ...numbers };
  const { id } = await product.call("POST /results", { token, body });
  await product.call("POST /results/{id}/publish", { token, params: { id } });
}
