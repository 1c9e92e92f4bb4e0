import type { Revenue } from "./api.ts";

interface CsvFile {
  name: string;
  text: string;
}

/** A CSV file named after its last day: a line per day, revenue in rupees with two decimals. */
export function revenueCsv({ daily_revenue }: Pick<Revenue, "daily_revenue">): CsvFile {
  const lines = daily_revenue.map(({ date, revenue, orders }) =>
    [date, revenue.toFixed(2), orders].join(","),
  );
  return {
    name: `revenue_report_${daily_revenue.at(-1)?.date ?? ""}.csv`,
    text: [["Date", "Revenue", "Orders"].join(","), ...lines, ""].join("\r\n"),
  };
}

/** Downloads the file through a temporary link. */
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
