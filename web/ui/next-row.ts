import type { FindTarget } from "./hands-on-focus.ts";

/** Targets the row that takes the removed row's position, or the last row. */
export function nextRow(row: HTMLElement): FindTarget {
  const list = row.parentElement;
  const rows = () => [...(list?.querySelectorAll<HTMLElement>(`:scope > ${row.localName}`) ?? [])];
  const index = rows().indexOf(row);
  return () => {
    const remaining = list?.isConnected ? rows() : [];
    return remaining[index] ?? remaining.at(-1);
  };
}

/** Targets the first button of that row. */
export function buttonOfNextRow(row: HTMLElement): FindTarget {
  const findNext = nextRow(row);
  return () => findNext()?.querySelector("button");
}
