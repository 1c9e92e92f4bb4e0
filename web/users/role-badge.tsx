import { Headset, ShieldCheck, User } from "lucide-react";
import type { Role } from "../../contract/users/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { Badge } from "../ui/badge.tsx";

export function RoleBadge({ role }: { role: Role }) {
  const { t } = useMessages();
  const { tone, icon } = LOOKS[role];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`admin.user.role_${role}`)}
    </Badge>
  );
}

const LOOKS = {
  user: { tone: "neutral", icon: User },
  agent: { tone: "informing", icon: Headset },
  admin: { tone: "waiting", icon: ShieldCheck },
} as const;
