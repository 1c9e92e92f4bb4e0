import { twoDigits } from "../../contract/orders/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { RingNumber } from "../ui/ring-number.tsx";

interface ResultNumbersProps {
  first_round: number | null;
  second_round: number | null;
  size?: "small" | "normal" | "large";
}

/** Both numbers of a day in rings; a dash for a number that is missing. */
export function ResultNumbers({ first_round, second_round, size }: ResultNumbersProps) {
  const { t } = useMessages();
  const digits = (number: number | null) => (number === null ? undefined : twoDigits(number));
  return (
    <span className="flex items-center gap-2">
      <span className="sr-only">{t("round.first")}</span>
      <RingNumber size={size}>{digits(first_round)}</RingNumber>
      <span className="sr-only">{t("round.second")}</span>
      <RingNumber size={size}>{digits(second_round)}</RingNumber>
    </span>
  );
}
