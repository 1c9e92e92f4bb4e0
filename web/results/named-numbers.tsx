import { ROUNDS, twoDigits } from "../../contract/orders/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { RingNumber } from "../ui/ring-number.tsx";
import type { EnteredResult } from "./entered-results.ts";

/** Both numbers, large, each with the name of its round; a dash for a missing number. */
export function NamedNumbers({ result }: { result: EnteredResult }) {
  const { t } = useMessages();
  return (
    <dl className="flex justify-center gap-6">
      {ROUNDS.map((round) => {
        const number = result[`${round}_round`];
        return (
          <div key={round} className="grid justify-items-center gap-2">
            <dt className="text-14 text-quiet">{t(`round.${round}`)}</dt>
            <dd>
              <RingNumber size="large">
                {number === null ? undefined : twoDigits(number)}
              </RingNumber>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
