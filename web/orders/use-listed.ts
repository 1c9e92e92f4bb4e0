import { useDeferredValue } from "react";
import { chosenIn, isChosen, type Picks } from "./slip.ts";

/**
 * What the list of chosen numbers shows. The grid and the total answer a tap at once; the list,
 * which may be long, follows in the next moment. What is typed into it stands there at once.
 */
export function useListed(picks: Picks): Picks {
  const listed = useDeferredValue(picks);
  return canWait(listed, picks) ? listed : picks;
}

/** Whether numbers only came or went: no amount that the list shows is another now. */
export const canWait = (listed: Picks, picks: Picks): boolean =>
  chosenIn(listed).every((number) => !isChosen(picks, number) || picks[number] === listed[number]);
