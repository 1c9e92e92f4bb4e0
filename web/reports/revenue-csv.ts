import type { Revenue } from "./api.ts";

/** A file for spreadsheets: a line a day, revenue in rupees with two decimals. */
interface CsvFile {
  name: string;
  text: string;
}

/** Named by the last of its days. */
export function revenueCsv({ daily_revenue }: Pick<Revenue, "daily_revenue">): CsvFile {
  const lines = daily_revenue.map(({ date, revenue, orders }) =>
    [date, revenue.toFixed(2), orders].join(","),
  );
  return {
    name: `revenue_report_${daily_revenue.at(-1)?.date ?? ""}.csv`,
    text: [["Date", "Revenue", "Orders"].join(","), ...lines, ""].join("\r\n"),
  };
}

/** Hands a file to the browser, which saves it. */
export function saveCsv({ name, text }: CsvFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read it after the click, and would find nothing to save.
  setTimeout(() => URL.revokeObjectURL(url), LONGEST_READ_MS);
}

const LONGEST_READ_MS = 60_000;
