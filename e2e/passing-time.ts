import type { Page } from "@playwright/test";
import type { Order } from "../contract/orders/schemas.ts";
import type { Product } from "./product.ts";

/** How long ago, in milliseconds of the product's clock, an order or a request was made. */
export async function ageOf(product: Product, made?: { created_at: string }): Promise<number> {
  const { server_time } = await product.call("GET /about");
  return Date.parse(server_time) - Date.parse(made?.created_at ?? "");
}

/**
 * Makes it possible to advance the time that a page sees: its own clock, and the times and statuses
 * in the server's responses. The server's own clock does not change. Returns a function that
 * advances the time by some minutes.
 */
export async function installClock(page: Page): Promise<(minutes: number) => Promise<void>> {
  let ahead_ms = 0;
  const advanced = (instant: string) => new Date(Date.parse(instant) + ahead_ms).toISOString();
  await page.clock.install();
  // When the event stream connects, all queries may be refetched. The server time of a response
  // that is in flight while the clock advances would be taken for the time after it.
  await page.route("**/api/events*", () => undefined);
  await page.route("**/api/about", async (route) => {
    const about = await (await route.fetch()).json();
    await route.fulfill({ json: { ...about, server_time: advanced(about.server_time) } });
  });
  await page.route("**/api/houses/*/can-play*", async (route) => {
    const gate = await (await route.fetch()).json();
    const server_time = advanced(gate.server_time);
    const gateNow = (round: { open: boolean; closes_at: string }) => ({
      ...round,
      open: round.open && Date.parse(round.closes_at) > Date.parse(server_time),
    });
    const rounds = {
      first_round: gateNow(gate.first_round),
      second_round: gateNow(gate.second_round),
    };
    await route.fulfill({ json: { ...gate, ...rounds, server_time } });
  });
  await page.route(/\/api\/orders(\/\d+$|\?)/, async (route) => {
    const reply: Order | Order[] = await (await route.fetch()).json();
    const about = await page.request.get(new URL("/api/about", page.url()).href);
    const now = Date.parse(advanced((await about.json()).server_time));
    const hasClosed = ({ status, closes_at }: Order) =>
      status === "pending" && Date.parse(closes_at) <= now;
    const shown = (order: Order) => (hasClosed(order) ? { ...order, status: "confirmed" } : order);
    await route.fulfill({ json: Array.isArray(reply) ? reply.map(shown) : shown(reply) });
  });
  return async (minutes) => {
    ahead_ms += minutes * 60_000;
    await page.clock.fastForward(minutes * 60_000);
  };
}
