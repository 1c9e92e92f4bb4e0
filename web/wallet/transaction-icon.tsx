import {
  ArrowDownToLine,
  ArrowUpFromLine,
  type LucideIcon,
  Target,
  Trophy,
  Undo2,
} from "lucide-react";
import { classes } from "../ui/classes.ts";
import type { Transaction } from "./api.ts";

/** Decorative: the kind of the row is also written beside it. */
export function TransactionIcon({ type }: { type: Transaction["type"] }) {
  const { icon: Icon, look } = LOOKS[type];
  return (
    <span className={classes("grid size-9 shrink-0 place-items-center rounded-full", look)}>
      <Icon size={18} aria-hidden />
    </span>
  );
}

const LOOKS: Record<Transaction["type"], { icon: LucideIcon; look: string }> = {
  deposit: { icon: ArrowDownToLine, look: "bg-pine-soft text-pine" },
  withdrawal: { icon: ArrowUpFromLine, look: "bg-sunken text-quiet" },
  play: { icon: Target, look: "bg-indigo-soft text-indigo" },
  win: { icon: Trophy, look: "bg-pine-soft text-pine" },
  refund: { icon: Undo2, look: "bg-marigold-soft text-marigold" },
  reversal: { icon: Undo2, look: "bg-vermilion-soft text-vermilion" },
};
