/** Groups rows by key, in the order of their first row. */
export function groupBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): [key: string, rows: Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups];
}
