import { Product } from "./product.ts";

/** Before the clock of every journey, on their day. */
const MORNING = "2026-11-20T08:00:00+05:30";

/**
 * Starts and stops a product once, before all journeys. Theirs begin with copies of its data: to
 * make a database takes a start longer than everything else in it.
 */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  const product = new Product();
  try {
    await product.start(MORNING);
    await product.stop();
  } catch (error) {
    await product.remove();
    throw error;
  }
  process.env["PRODUCT_TEMPLATE"] = product.data;
  return () => product.remove();
}
