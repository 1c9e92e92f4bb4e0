import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export interface Column<Row> {
  /** The heading; on phones also the label beside each value. */
  header: string;
  cell: (row: Row) => ReactNode;
  isNumeric?: boolean;
  /** Leaves the heading to screen readers, as for a column of buttons. */
  hasHiddenHeader?: boolean;
  /** Its place in a row of two or three lines on phones, without a label; then all need one. */
  corner?: keyof typeof CORNERS;
}

interface TableProps<Row> {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

/** A table; on phones each row becomes a block of labelled values, still a table to readers. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table role="table" className="block w-full text-14 md:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.header}
              role="columnheader"
              scope="col"
              className={classes(
                "border-b border-line px-2 py-2 text-12 font-semibold text-quiet first:pl-4 last:pr-4",
                column.isNumeric ? "text-right" : "text-left",
              )}
            >
              <span className={column.hasHiddenHeader ? "sr-only" : undefined}>
                {column.header}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className={classes(
              "border-b border-line px-4 py-2 last:border-b-0 md:table-row",
              columns.some((column) => column.corner)
                ? "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3"
                : "block",
            )}
          >
            {columns.map((column) => (
              <Cell key={column.header} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return (
    <td
      role="cell"
      className={classes(
        "flex min-h-8 items-center justify-between gap-4 md:table-cell md:border-b md:border-line",
        "md:px-2 md:py-3 md:in-last:border-b-0 md:first:pl-4 md:last:pr-4",
        column.isNumeric && "md:text-right",
        column.corner && CORNERS[column.corner],
      )}
    >
      {!column.hasHiddenHeader && !column.corner && (
        <span aria-hidden className="text-quiet md:hidden">
          {column.header}
        </span>
      )}
      {column.cell(row)}
    </td>
  );
}

const CORNERS = {
  "top-start": "row-start-1 col-start-1",
  "top-end": "row-start-1 col-start-2 justify-self-end",
  "bottom-start": "row-start-2 col-start-1",
  "bottom-end": "row-start-2 col-start-2 justify-self-end",
  "third-start": "row-start-3 col-start-1",
  "third-end": "row-start-3 col-start-2 justify-self-end",
};
