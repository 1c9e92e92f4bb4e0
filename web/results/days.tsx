import { type ReactNode, useState } from "react";
import { groupBy } from "../lib/group-by.ts";
import { ShowMore } from "../ui/pagination.tsx";

/** A month of the default houses, with a row for each round. */
const STEP = 300;

interface DaysProps<Row> {
  rows: readonly Row[];
  children: (date: string, rows: readonly Row[]) => ReactNode;
}

/**
 * Results by date, in the given order. Whole days are drawn up to about 300 rows, and as many more
 * with a button: with the 1,800 rows of a month of 30 houses, a dialog took a second to open on a
 * slow phone.
 */
export function Days<Row extends { date: string }>({ rows, children }: DaysProps<Row>) {
  const [most, setMost] = useState(STEP);
  const last_date = rows[most - 1]?.date;
  const end = rows.findLastIndex(({ date }) => date === last_date) + 1;
  const drawn = last_date === undefined ? rows : rows.slice(0, end);
  return (
    <>
      {groupBy(drawn, ({ date }) => date).map(([date, of_date]) => children(date, of_date))}
      {drawn.length < rows.length && <ShowMore onShow={() => setMost(drawn.length + STEP)} />}
    </>
  );
}
