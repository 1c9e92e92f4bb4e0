import { ClipboardPaste, Repeat, Shuffle } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { PasteDialog, usePasteOnPage } from "./paste-dialog.tsx";

interface QuickToolsProps {
  /** The sizes of quick picks to offer; empty where numbers cannot be picked. */
  counts: readonly number[];
  onQuickPick: (count: number) => void;
  paste_hint: string;
  /** Adds pasted text to the slip. Returns an error message when part of it cannot be parsed. */
  onPaste: (text: string) => string | undefined;
  /** Undefined when the slip is not empty, because repeating would replace its contents. */
  onRepeat: (() => void) | undefined;
}

/** Faster ways to fill in a slip than tapping each number. */
export function QuickTools({ counts, onQuickPick, onPaste, ...props }: QuickToolsProps) {
  const { t } = useMessages();
  const [pasting, setPasting] = useState<string>();
  usePasteOnPage((text) => {
    if (onPaste(text) !== undefined) setPasting(text);
  });
  return (
    <div className="flex flex-wrap gap-2">
      {counts.length > 0 && <QuickPick counts={counts} onQuickPick={onQuickPick} />}
      <Button
        kind="secondary"
        icon={<ClipboardPaste size={16} aria-hidden />}
        onClick={() => setPasting("")}
      >
        {t("play.paste")}
      </Button>
      {props.onRepeat && (
        <Button kind="secondary" icon={<Repeat size={16} aria-hidden />} onClick={props.onRepeat}>
          {t("play.repeat")}
        </Button>
      )}
      {pasting !== undefined && (
        <PasteDialog
          text={pasting}
          hint={props.paste_hint}
          onAdd={onPaste}
          onClose={() => setPasting(undefined)}
        />
      )}
    </div>
  );
}

function QuickPick({ counts, onQuickPick }: Pick<QuickToolsProps, "counts" | "onQuickPick">) {
  const { t } = useMessages();
  return (
    <div
      role="group"
      aria-label={t("play.quick_pick")}
      className="flex flex-wrap items-center rounded-control border border-edge bg-card text-14"
    >
      <span aria-hidden className="flex min-h-11 items-center gap-2 pr-1 pl-3 font-semibold">
        <Shuffle size={16} />
        {t("play.quick_pick")}
      </span>
      {counts.map((count) => (
        <button
          key={count}
          type="button"
          aria-label={t("play.quick_pick_more", { count })}
          onClick={() => onQuickPick(count)}
          className="grid h-11 min-w-11 place-items-center rounded-control px-2 font-semibold text-pine transition-colors hover:bg-pine-soft"
        >
          +{count}
        </button>
      ))}
    </div>
  );
}
