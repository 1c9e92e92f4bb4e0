import { Ban, Check, Clock, type LucideIcon, Minus, Target } from "lucide-react";
import type { OrderStatus } from "../../contract/orders/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useMessages();
  const { tone, icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`order_status.${status}`)}
    </Badge>
  );
}

const LOOKS: Record<OrderStatus, { tone: BadgeTone; icon: LucideIcon }> = {
  pending: { tone: "waiting", icon: Clock },
  confirmed: { tone: "informing", icon: Check },
  won: { tone: "good", icon: Target },
  lost: { tone: "neutral", icon: Minus },
  cancelled: { tone: "outlined", icon: Ban },
};
