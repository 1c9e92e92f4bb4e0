import { Check } from "lucide-react";
import { formatDay } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { useUser } from "../lib/session.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Fact, Facts } from "../ui/facts.tsx";

/** The facts of an account that its user cannot change. */
export function AccountCard() {
  const { t, language } = useMessages();
  const { phone, role, created_at, is_verified } = useUser();
  return (
    <Card title={t("profile.account")}>
      <Facts columns="pairs">
        <Fact label={t("profile.phone")}>{phone}</Fact>
        <Fact label={t("profile.role")}>{t(`profile.role_${role}`)}</Fact>
        <Fact label={t("profile.joined")}>{formatDay(created_at, language)}</Fact>
        <Fact label={t("profile.verification")}>
          {is_verified ? (
            <Badge tone="good" icon={Check}>
              {t("profile.verified")}
            </Badge>
          ) : (
            <Badge tone="neutral">{t("profile.not_verified")}</Badge>
          )}
        </Fact>
      </Facts>
    </Card>
  );
}
