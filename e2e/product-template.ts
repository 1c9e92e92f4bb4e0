import { Product } from "./product.ts";

/** Earlier on the same day than the clock of any journey. */
const MORNING = "2026-11-20T08:00:00+05:30";

/**
 * Starts and stops a product once, before all journeys. Each product starts on a copy of its data
 * folder, because creating the database takes longer than the rest of a start.
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
  process.env["PRODUCT_TEMPLATE"] = product.dataFolder;
  return () => product.remove();
}
