import type { ReactNode } from "react";
import { useMessages } from "../lib/messages.ts";

interface PageHeaderProps {
  title: string;
  /** A line under the title. */
  lead?: ReactNode;
  /** The page's main action, at the end of the line. */
  action?: ReactNode;
}

/** The heading of a screen; it also sets the document's title. */
export function PageHeader({ title, lead, action }: PageHeaderProps) {
  const { t } = useMessages();
  return (
    <header className="mb-4 flex flex-wrap items-end justify-between gap-3">
      <title>{`${title} · ${t("app.name")}`}</title>
      <div className="min-w-0">
        <h1 className="text-[length:min(1.25rem,9.5vw)] font-semibold max-lg:leading-[1.4] lg:text-28">
          {title}
        </h1>
        {lead && <p className="text-14 text-quiet">{lead}</p>}
      </div>
      {action}
    </header>
  );
}
