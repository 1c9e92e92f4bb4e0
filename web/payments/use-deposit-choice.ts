import { useState } from "react";
import { useSearchParams } from "wouter";
import { countIn } from "../lib/address.ts";
import type { Deposit } from "./checks.ts";

export interface DepositChoice extends Pick<Deposit, "amount" | "method_id"> {
  choose: (to: Partial<Pick<Deposit, "amount" | "method_id">>) => void;
}

/**
 * How much is deposited and how. It stands in the address: a phone may drop the page while its
 * player is in the payment app. What was paid by stays chosen even if it is no longer offered.
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
    choose: (to) => {
      const { amount, method_id } = { ...chosen, ...to };
      setSearch((old) => ({ ...Object.fromEntries(old), amount, method: String(method_id) }), {
        replace: true,
      });
    },
  };
}
