import { useCallback, useEffect, useMemo, useState } from "react";
import { type Slip, withoutLines } from "./slip.ts";
import { loadSlip, onBought, removeBought, saveSlip, type SlipOwner } from "./slip-storage.ts";

export type ChangeSlip = (change: (slip: Slip) => Slip) => void;

/** The slip of a player for a house and a day. It is kept in storage and survives a reload. */
export function useSlip({ user_id, house_id, day }: SlipOwner) {
  const owner = useMemo(() => ({ user_id, house_id, day }), [user_id, house_id, day]);
  const [slip, setSlip] = useState(() => loadSlip(owner));
  useEffect(() => saveSlip(owner, slip), [owner, slip]);
  useEffect(
    () => onBought(owner, (bought) => setSlip((current) => withoutLines(current, bought))),
    [owner],
  );
  const changeSlip: ChangeSlip = useCallback((change) => setSlip(change), []);
  const takeOut = useCallback((bought: Slip) => removeBought(owner, bought), [owner]);
  return { slip, changeSlip, takeOut };
}
