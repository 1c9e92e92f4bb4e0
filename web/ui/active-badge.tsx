import { Check, Minus } from "lucide-react";
import { useMessages } from "../lib/messages.ts";
import { Badge } from "./badge.tsx";

/** Whether something is in use, in a word. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const { t } = useMessages();
  return (
    <Badge tone={isActive ? "good" : "outlined"} icon={isActive ? Check : Minus}>
      {t(isActive ? "ui.active" : "ui.inactive")}
    </Badge>
  );
}
