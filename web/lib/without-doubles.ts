/** The rows of pages: a new row shifts those that are asked for by place, so one may come twice. */
export const withoutDoubles = <Row extends { id: number }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];
