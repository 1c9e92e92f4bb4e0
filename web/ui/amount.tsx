import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { classes } from "./classes.ts";

interface AmountProps {
  /** Rupees. */
  value: number;
  /** Shows the direction by sign, colour, arrow and a word. */
  isMovement?: boolean;
  size?: keyof typeof SIZES;
}

/** An amount of money, `₹1,23,456.00`, which never wraps. */
export function Amount({ value, isMovement, size = 16 }: AmountProps) {
  const { t } = useMessages();
  if (!isMovement) {
    return (
      <span className={classes("font-semibold whitespace-nowrap", SIZES[size])}>
        {formatMoney(value)}
      </span>
    );
  }
  const isIn = value >= 0;
  const Arrow = isIn ? ArrowDownLeft : ArrowUpRight;
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1 font-semibold whitespace-nowrap",
        isIn ? "text-credit" : "text-debit",
        SIZES[size],
      )}
    >
      <Arrow size={16} aria-hidden />
      <span className="sr-only">{isIn ? t("ui.money_in") : t("ui.money_out")}</span>
      {isIn ? "+" : ""}
      {formatMoney(value)}
    </span>
  );
}

/** Large sizes shrink on phones and with large text, where ₹1,23,456.00 would not fit. */
const SIZES = {
  14: "text-14",
  16: "text-[length:min(1rem,7vw)]",
  20: "text-[length:min(1.25rem,8vw)] leading-[1.4]",
  28: "text-[length:min(1.75rem,9vw)] leading-[1.3]",
  40: "text-[length:min(1.75rem,9vw)] max-sm:leading-[1.3] sm:text-40",
  // On one line with the other content of its card.
  "28 in a card": "text-[length:min(1.75rem,9vw)] leading-[1.3] @4xl:text-20",
};
