import type { Page } from "@playwright/test";
import type { Order } from "../contract/orders/schemas.ts";

/**
 * Lets hours pass on a page within a moment: its own clock goes on, and what the server tells of
 * the time with it. The server itself stays where it is. Answers how to let minutes pass.
 */
export async function passTimeOn(page: Page): Promise<(minutes: number) => Promise<void>> {
  let ahead_ms = 0;
  const later = (instant: string) => new Date(Date.parse(instant) + ahead_ms).toISOString();
  await page.clock.install();
  // Who begins to hear of events has everything asked for anew. The time of an answer that is under
  // way while the hours pass would be taken for one that comes after them.
  await page.route("**/api/events", () => undefined);
  await page.route("**/api/about", async (route) => {
    const about = await (await route.fetch()).json();
    await route.fulfill({ json: { ...about, server_time: later(about.server_time) } });
  });
  await page.route("**/api/houses/*/can-play*", async (route) => {
    const gate = await (await route.fetch()).json();
    const server_time = later(gate.server_time);
    const at = (round: { open: boolean; closes_at: string }) => ({
      ...round,
      open: round.open && Date.parse(round.closes_at) > Date.parse(server_time),
    });
    const rounds = { first_round: at(gate.first_round), second_round: at(gate.second_round) };
    await route.fulfill({ json: { ...gate, ...rounds, server_time } });
  });
  await page.route(/\/api\/orders(\/\d+$|\?)/, async (route) => {
    const answer: Order | Order[] = await (await route.fetch()).json();
    const about = await page.request.get(new URL("/api/about", page.url()).href);
    const now = Date.parse(later((await about.json()).server_time));
    const isOver = ({ status, closes_at }: Order) =>
      status === "pending" && Date.parse(closes_at) <= now;
    const shown = (order: Order) => (isOver(order) ? { ...order, status: "confirmed" } : order);
    await route.fulfill({ json: Array.isArray(answer) ? answer.map(shown) : shown(answer) });
  });
  return async (minutes) => {
    ahead_ms += minutes * 60_000;
    await page.clock.fastForward(minutes * 60_000);
  };
}
