import { formatCount } from "../lib/format.ts";
import { t } from "../lib/messages.ts";

/** How long a check took: `8 ms`, or from a second on `1.2 s`. */
export const durationText = (milliseconds: number): string =>
  milliseconds < 1_000
    ? t("admin.book.milliseconds", { count: formatCount(Math.ceil(milliseconds)) })
    : t("admin.book.seconds", { count: formatCount(milliseconds / 1_000) });
