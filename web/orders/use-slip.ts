import { useCallback, useEffect, useState } from "react";
import { EMPTY_SLIP, type Slip } from "./slip.ts";
import { keepSlip, loadSlip, type SlipOwner } from "./slip-storage.ts";

export type ChangeSlip = (change: (slip: Slip) => Slip) => void;

/** The slip of a player for a house and a day; it survives a reload. */
export function useSlip({ user_id, house_id, day }: SlipOwner) {
  const [slip, setSlip] = useState(() => loadSlip({ user_id, house_id, day }));
  useEffect(() => keepSlip({ user_id, house_id, day }, slip), [user_id, house_id, day, slip]);
  const changeSlip: ChangeSlip = useCallback((change) => setSlip(change), []);
  const clearSlip = useCallback(() => setSlip(EMPTY_SLIP), []);
  return { slip, changeSlip, clearSlip };
}
