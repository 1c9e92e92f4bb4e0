import { useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { PairBars } from "../ui/pair-bars.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { countDigits, DIGIT_KINDS, type DigitCount, type DigitKind } from "./frequency.ts";
import type { PublishedResult } from "./published-results.ts";

/**
 * How often each digit came in a month, with a plain note that this does not predict the next one.
 */
export function FrequencyCard({ results }: { results: readonly PublishedResult[] }) {
  const { t } = useMessages();
  const [kind, setKind] = useState<DigitKind>("house");
  const counts = countDigits(results, kind);
  const label = t(`results.frequency_${kind}`);
  return (
    <Card title={t("results.frequency")}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Notice>{t("results.no_prediction")}</Notice>
        <Segmented
          label={t("results.which_digit")}
          value={kind}
          onChange={setKind}
          options={DIGIT_KINDS.map((value) => ({ value, label: t(`results.digit_${value}`) }))}
        />
        <PairBars
          label={label}
          series={[t("round.first"), t("round.second")]}
          pairs={counts.map(({ digit, first, second }) => ({
            label: String(digit),
            values: [first, second],
          }))}
        />
        <details className="text-14">
          <summary className="py-3 font-semibold text-pine">{t("results.as_table")}</summary>
          <CountsTable caption={label} counts={counts} />
        </details>
      </div>
    </Card>
  );
}

function CountsTable({ caption, counts }: { caption: string; counts: readonly DigitCount[] }) {
  const { t } = useMessages();
  const cell = "border-b border-line px-2 py-1.5 text-right";
  return (
    <table className="w-full">
      <caption className="pb-2 text-left text-quiet">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="border-b border-line px-2 py-1.5 text-left">
            {t("results.digit")}
          </th>
          <th scope="col" className={cell}>
            {t("round.first")}
          </th>
          <th scope="col" className={cell}>
            {t("round.second")}
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ digit, first, second }) => (
          <tr key={digit}>
            <th scope="row" className="border-b border-line px-2 py-1.5 text-left font-semibold">
              {digit}
            </th>
            <td className={cell}>{first}</td>
            <td className={cell}>{second}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
