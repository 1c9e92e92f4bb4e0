import { useDeferredValue } from "react";
import { chosenIn, isChosen, type Picks } from "./slip.ts";

/**
 * The picks that the list of chosen numbers shows. The grid and the total react to a tap at once;
 * the list may be long, so it follows in a deferred render. Amounts typed into the list itself are
 * never deferred.
 */
export function useListed(picks: Picks): Picks {
  const listed = useDeferredValue(picks);
  return canDefer(listed, picks) ? listed : picks;
}

/** Whether only numbers were added or removed, while every amount in the list is still current. */
export const canDefer = (listed: Picks, picks: Picks): boolean =>
  chosenIn(listed).every((number) => !isChosen(picks, number) || picks[number] === listed[number]);
