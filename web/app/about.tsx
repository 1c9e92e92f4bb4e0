import { useQuery } from "@tanstack/react-query";
import { useMessages } from "../lib/messages.ts";
import { apiQuery } from "../lib/query.ts";
import { Badge } from "../ui/badge.tsx";
import { RulesLink } from "./rules-link.tsx";

/** The mode of this installation, and its clock. */
export const useAbout = () => useQuery({ ...apiQuery("GET /about"), staleTime: 60_000 });

/** Marks a balance as play money, in demo mode. */
export function DemoMark() {
  const { t } = useMessages();
  if (useAbout().data?.mode !== "demo") return null;
  return (
    <span title={t("shell.demo_money_hint")}>
      <Badge tone="waiting">{t("shell.demo_money")}</Badge>
    </span>
  );
}

/** The footer of every page: for adults only, and the licence in licensed mode. */
export function LicenceLine() {
  const { t } = useMessages();
  const licence = useAbout().data?.licence;
  return (
    <footer className="column grid gap-1 px-4 py-6 text-12 text-quiet lg:px-8">
      {licence && <p>{t("shell.licence", { name: licence.name, number: licence.number })}</p>}
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        {t("shell.adults_only")}
        <RulesLink />
      </p>
    </footer>
  );
}
