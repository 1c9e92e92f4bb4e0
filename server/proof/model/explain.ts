import { isDeepStrictEqual } from "node:util";
import type { Step } from "./steps.ts";
import { type View, viewOf } from "./view.ts";
import type { World } from "./world.ts";

/** A request that was sent: its step in the model, and the product's answer. */
export interface Sent {
  step: Step;
  outcome: string;
}

/**
 * Searches for an order of the steps of concurrent requests in which the model gives the same
 * answers as the product and reaches the same view. Returns the resulting world, or undefined when
 * no order explains what the product did.
 */
export function explain(world: World, sent: Sent[], view: View): World | undefined {
  if (sent.length === 0) return isDeepStrictEqual(viewOf(world), view) ? world : undefined;
  for (const [n, { step, outcome }] of sent.entries()) {
    const others = sent.toSpliced(n, 1);
    const changed = structuredClone(world);
    const next = step(changed);
    if (typeof next === "string" && next !== outcome) continue;
    const rest =
      typeof next === "string" ? others : others.toSpliced(n, 0, { step: next, outcome });
    const explained = explain(changed, rest, view);
    if (explained) return explained;
  }
  return undefined;
}

/** What the model expects if the requests ran in the order in which they were sent. */
export function expectInOrder(world: World, steps: Step[]): { outcomes: string[]; view: View } {
  const changed = structuredClone(world);
  const outcomes = steps.map((step) => {
    let next = step(changed);
    while (typeof next !== "string") next = next(changed);
    return next;
  });
  return { outcomes, view: viewOf(changed) };
}
