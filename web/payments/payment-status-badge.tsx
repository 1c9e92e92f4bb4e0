import { Ban, Check, Clock, type LucideIcon } from "lucide-react";
import type { PaymentStatus } from "../../contract/payments/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";

export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const { t } = useMessages();
  const { tone, icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`payment_status.${status}`)}
    </Badge>
  );
}

const LOOKS: Record<PaymentStatus, { tone: BadgeTone; icon: LucideIcon }> = {
  pending: { tone: "waiting", icon: Clock },
  approved: { tone: "good", icon: Check },
  rejected: { tone: "bad", icon: Ban },
};
