import { useState } from "react";
import { useSearchParams } from "wouter";
import { countIn } from "../lib/address.ts";
import type { Deposit } from "./checks.ts";

export interface DepositChoice extends Pick<Deposit, "amount" | "method_id"> {
  changeChoice: (to: Partial<Pick<Deposit, "amount" | "method_id">>) => void;
}

/**
 * The amount and the method of a deposit. They are kept in the query string, because a phone may
 * discard the page while the player is in the payment app. The chosen method stays chosen even if
 * it is no longer offered.
 */
export function useDepositChoice(first_method_id: number | undefined): DepositChoice {
  const [search, setSearch] = useSearchParams();
  const [first] = useState(first_method_id);
  const chosen = {
    amount: search.get("amount") ?? "",
    method_id: countIn(search, "method") ?? first,
  };
  return {
    ...chosen,
    changeChoice: (to) => {
      const { amount, method_id } = { ...chosen, ...to };
      setSearch((old) => ({ ...Object.fromEntries(old), amount, method: String(method_id) }), {
        replace: true,
      });
    },
  };
}
