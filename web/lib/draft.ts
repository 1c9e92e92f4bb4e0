import { useState } from "react";

/**
 * The state of a form that edits values of the URL until it is applied. It starts with these values
 * and is reset whenever they change. They are plain data, compared as JSON.
 */
export function useDraft<T>(from: T): [draft: T, set: (draft: T) => void] {
  const [draft, setDraft] = useState(from);
  const current = JSON.stringify(from);
  const [initial, setInitial] = useState(current);
  if (initial !== current) {
    setInitial(current);
    setDraft(from);
  }
  return [draft, setDraft];
}
