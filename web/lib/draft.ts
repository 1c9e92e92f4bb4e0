import { useState } from "react";

/**
 * What a form makes of something in the address, until it is applied: it begins from that, and anew
 * whenever the address says something else. Plain data, compared by what they say.
 */
export function useDraft<T>(from: T): [draft: T, set: (draft: T) => void] {
  const [draft, setDraft] = useState(from);
  const said = JSON.stringify(from);
  const [begun, setBegun] = useState(said);
  if (begun !== said) {
    setBegun(said);
    setDraft(from);
  }
  return [draft, setDraft];
}
