import { Check, Minus } from "lucide-react";
import { useMessages } from "../lib/messages.ts";
import { Badge } from "./badge.tsx";

/** A badge that says whether something is active. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const { t } = useMessages();
  return (
    <Badge tone={isActive ? "good" : "outlined"} icon={isActive ? Check : Minus}>
      {t(isActive ? "ui.active" : "ui.inactive")}
    </Badge>
  );
}
