import { BET_TYPES, type BetType } from "../../contract/orders/rules.ts";
import { formatRupees } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { classes } from "../ui/classes.ts";
import type { ShownPlay } from "./shown-plays.ts";

interface PlaysTableProps {
  plays: readonly ShownPlay[];
  /** Whether the last column shows what each play can win or what it has won. */
  last: "can_win" | "won";
}

/** A table of plays, grouped by bet type, with round, amount and win. */
export function PlaysTable({ plays, last }: PlaysTableProps) {
  const { t } = useMessages();
  return (
    // Numbers and amounts never wrap; in a narrow table only the round's name does.
    <table className="w-full text-[length:min(0.875rem,4vw)] leading-normal">
      <thead>
        <tr className="border-b border-line fit-12 text-quiet">
          <th scope="col" className="w-px py-1 pr-[min(0.5rem,2.5vw)] text-left font-normal">
            {t("order.number")}
          </th>
          <th scope="col" className="px-[min(0.25rem,1.25vw)] py-1 text-left font-normal">
            {t("order.round")}
          </th>
          <th scope="col" className="py-1 pl-[min(0.5rem,2.5vw)] text-right font-normal">
            {t("order.amount")}
          </th>
          <th scope="col" className="py-1 pl-[min(0.5rem,2.5vw)] text-right font-normal">
            {t(`order.${last}`)}
          </th>
        </tr>
      </thead>
      {BET_TYPES.map((type) => {
        const of_type = plays.filter((play) => play.type === type);
        return of_type.length === 0 ? null : (
          <TypeRows key={type} type={type} plays={of_type} last={last} />
        );
      })}
    </table>
  );
}

function TypeRows({ type, plays, last }: PlaysTableProps & { type: BetType }) {
  const { t } = useMessages();
  return (
    <tbody>
      <tr className="border-b border-line">
        <th scope="rowgroup" colSpan={2} className="pt-3 pb-1 text-left font-semibold">
          {t(`bet.${type}`)}
        </th>
        <td colSpan={2} className="pt-3 pb-1 text-right text-12 text-quiet">
          {t("order.pays", { rate: plays[0]?.rate ?? 0 })}
        </td>
      </tr>
      {plays.map((play) => (
        <PlayRow key={`${play.round} ${play.digits}`} play={play} last={last} />
      ))}
    </tbody>
  );
}

function PlayRow({ play, last }: { play: ShownPlay; last: PlaysTableProps["last"] }) {
  const { t } = useMessages();
  const hasWon = play.won !== null && play.won > 0;
  return (
    <tr className="border-b border-line last:border-b-0">
      <th
        scope="row"
        className="py-1.5 pr-[min(0.5rem,2.5vw)] text-left font-semibold whitespace-nowrap"
      >
        <span
          className={classes(
            "inline-grid h-7 min-w-[min(1.75rem,9vw)] place-items-center rounded-full px-[min(0.375rem,2vw)]",
            hasWon ? "bg-pine text-on-pine" : "bg-sunken",
          )}
        >
          {play.digits}
        </span>
      </th>
      <td className="px-[min(0.25rem,1.25vw)] py-1.5 text-quiet">
        {play.round === "both" ? t("order.both_rounds") : t(`round.${play.round}`)}
      </td>
      <td className="py-1.5 pl-[min(0.5rem,2.5vw)] text-right font-semibold whitespace-nowrap">
        {formatRupees(play.amount)}
      </td>
      <td
        className={classes(
          "py-1.5 pl-[min(0.5rem,2.5vw)] text-right whitespace-nowrap",
          hasWon ? "font-semibold text-credit" : "text-quiet",
        )}
      >
        {last === "can_win" ? formatRupees(play.amount * play.rate) : wonText(play.won)}
      </td>
    </tr>
  );
}

const wonText = (won: number | null): string => (won === null ? "-" : formatRupees(won));
