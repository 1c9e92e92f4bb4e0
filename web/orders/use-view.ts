import { useState } from "react";
import { useSearchParams } from "wouter";
import { BET_TYPES, type BetType, type Round, ROUNDS } from "../../contract/orders/rules.ts";
import type { OpenRounds } from "./slip-plays.ts";

export interface View {
  type: BetType;
  round: Round;
  /** Switches to a bet type and a round. "both" leaves the round unchanged. */
  go: (to: { type?: BetType; round?: Round | "both" }) => void;
}

/** The bet type and the round in view. They are kept in the query string and survive a reload. */
export function useView(open: OpenRounds): View {
  const [search, setSearch] = useSearchParams();
  // Computed once: a round that closes must show that it has closed, not switch to the next.
  const [default_round] = useState<Round>(open.second && !open.first ? "second" : "first");
  return {
    type: BET_TYPES.find((name) => name === search.get("type")) ?? "direct",
    round: ROUNDS.find((name) => name === search.get("round")) ?? default_round,
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
