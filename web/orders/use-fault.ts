import { useCallback, useEffect, useState } from "react";
import { useMessages } from "../lib/messages.ts";
import type { Fault } from "./slip-plays.ts";
import { type Limits, stakeInputId } from "./stake-input.tsx";
import type { ChangeSlip } from "./use-slip.ts";

/**
 * The fault of the slip and its sentence. The invalid input gets the focus; any change clears both.
 */
export function useFault(changeSlip: ChangeSlip, { min, max }: Limits) {
  const { t } = useMessages();
  const [fault, setFault] = useState<Fault>();
  useEffect(() => {
    if (fault?.spot) document.getElementById(stakeInputId(fault.spot))?.focus();
  }, [fault]);
  const change: ChangeSlip = useCallback(
    (to) => {
      setFault(undefined);
      changeSlip(to);
    },
    [changeSlip],
  );
  const sentenceOf = ({ code }: Fault): string => {
    if (code === "not_whole") return t("play.not_whole");
    if (code === "stake_too_low") return t("error.stake_too_low", { min });
    if (code === "stake_too_high") return t("error.stake_too_high", { max });
    return t(`error.${code}`);
  };
  return { fault, sentence: fault && sentenceOf(fault), setFault, change };
}
