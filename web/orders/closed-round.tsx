import { TimerOff } from "lucide-react";
import type { ReactNode } from "react";
import { formatTime } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { toThePage, useHandsOnFocus } from "../ui/hands-on-focus.ts";

interface ClosedRoundProps {
  closes_at: string;
  /** How many numbers are filled in for this round and cannot be placed any more. */
  unplaced: number;
  note: string | undefined;
  /** Buttons that offer what can be played instead. */
  children: ReactNode;
}

/** Replaces the form of a round whose booking has closed. */
export function ClosedRound({ closes_at, unplaced, note, children }: ClosedRoundProps) {
  const { t } = useMessages();
  const box = useHandsOnFocus<HTMLElement>(toThePage);
  return (
    <section ref={box} className="surface grid justify-items-center gap-2 px-4 py-8 text-center">
      <TimerOff size={40} strokeWidth={1.5} aria-hidden className="mb-1 text-vermilion" />
      <p role="alert" className="text-16 font-semibold">
        {t("play.closed")}
      </p>
      <p className="text-14 text-quiet">{t("play.closed_hint", { time: formatTime(closes_at) })}</p>
      {note && <p className="text-14 text-quiet">{note}</p>}
      {unplaced > 0 && <p className="text-14">{t("play.closed_numbers", { count: unplaced })}</p>}
      <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
    </section>
  );
}
