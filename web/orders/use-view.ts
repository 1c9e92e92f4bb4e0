import { useState } from "react";
import { useSearchParams } from "wouter";
import { BET_TYPES, type BetType, type Round, ROUNDS } from "../../contract/orders/rules.ts";
import type { OpenRounds } from "./slip-plays.ts";

export interface View {
  type: BetType;
  round: Round;
  /** Shows where something stands; what belongs to both rounds leaves the round as it is. */
  go: (to: { type?: BetType; round?: Round | "both" }) => void;
}

/** The part of the form in view; it stands in the address, and so survives a reload. */
export function useView(open: OpenRounds): View {
  const [search, setSearch] = useSearchParams();
  // Kept from the start: a round that closes must say so, rather than give way to the next.
  const [first_choice] = useState<Round>(open.second && !open.first ? "second" : "first");
  return {
    type: BET_TYPES.find((name) => name === search.get("type")) ?? "direct",
    round: ROUNDS.find((name) => name === search.get("round")) ?? first_choice,
    go: ({ type, round }) =>
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          if (type) next.set("type", type);
          if (round && round !== "both") next.set("round", round);
          return next;
        },
        { replace: true },
      ),
  };
}
