import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface Column<Row> {
  /** The column heading; on phones also the label of each value. */
  header: string;
  cell: (row: Row) => ReactNode;
  isNumeric?: boolean;
  /** Shows the heading only to screen readers, as for a column of buttons. */
  hasHiddenHeader?: boolean;
  /**
   * On phones: its position in a row of two or three lines, unlabelled. If one, then all columns.
   */
  corner?: keyof typeof CORNERS;
}

interface TableProps<Row> {
  /** The name of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Needs a wider container before it is shown as a table. */
  isWide?: boolean;
}

/**
 * A table. In a narrow container, as on phones, each row becomes a block of labelled values, which
 * screen readers still read as a table.
 */
export const Table = <Row,>({ isWide, ...props }: TableProps<Row>) => (
  <div className="@container">
    <Rows {...props} layout={isWide ? WIDE : NORMAL} />
  </div>
);

type RowsProps<Row> = Omit<TableProps<Row>, "isWide"> & { layout: Layout };

function Rows<Row>({ caption, columns, rows, keyOf, layout }: RowsProps<Row>) {
  return (
    <table role="table" className={classes("block w-full text-14", layout.table)}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className={classes("sr-only", layout.head)}>
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
      <tbody role="rowgroup" className={classes("block", layout.body)}>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className={classes(
              "border-b border-line px-4 py-2 last:border-b-0",
              layout.row,
              columns.some((column) => column.corner)
                ? "flex flex-wrap items-center gap-x-3"
                : "block",
            )}
          >
            {columns.map((column) => (
              <Cell key={column.header} column={column} row={row} layout={layout} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  layout: Layout;
}

function Cell<Row>({ column, row, layout }: CellProps<Row>) {
  return (
    <td
      role="cell"
      className={classes(
        "flex min-h-8 flex-wrap items-center justify-between gap-x-4 *:max-w-full",
        layout.cell,
        column.isNumeric && layout.number,
        column.corner && CORNERS[column.corner],
      )}
    >
      {!column.hasHiddenHeader && !column.corner && (
        <span aria-hidden className={classes("flex-[1_1_5rem] text-quiet", layout.label)}>
          {column.header}
        </span>
      )}
      {column.cell(row)}
    </td>
  );
}

type Layout = Record<"table" | "head" | "body" | "row" | "cell" | "number" | "label", string>;

const NORMAL: Layout = {
  table: "md:@table:table",
  head: "md:@table:not-sr-only md:@table:table-header-group",
  body: "md:@table:table-row-group",
  row: "md:@table:table-row",
  cell: "md:@table:table-cell md:@table:border-b md:@table:border-line md:@table:px-2 md:@table:py-3 md:@table:in-last:border-b-0 md:@table:first:pl-4 md:@table:last:pr-4",
  number: "md:@table:text-right",
  label: "md:@table:hidden",
};

const WIDE: Layout = {
  table: "@4xl:table",
  head: "@4xl:not-sr-only @4xl:table-header-group",
  body: "@4xl:table-row-group",
  row: "@4xl:table-row",
  cell: "@4xl:table-cell @4xl:border-b @4xl:border-line @4xl:px-2 @4xl:py-3 @4xl:in-last:border-b-0 @4xl:first:pl-4 @4xl:last:pr-4",
  number: "@4xl:text-right",
  label: "@4xl:hidden",
};

/** Values wrap to the next line if they do not fit side by side, as with large text. */
const CORNERS = {
  "top-start": "order-1 max-w-full flex-[1_1_40%]",
  "top-end": "order-2 ml-auto max-w-full",
  "bottom-start": "order-3 max-w-full flex-[1_1_40%]",
  "bottom-end": "order-4 ml-auto max-w-full",
  "third-start": "order-5 max-w-full flex-[1_1_40%]",
  "third-end": "order-6 ml-auto max-w-full",
};
