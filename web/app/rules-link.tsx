import { Link } from "wouter";
import { useMessages } from "../lib/messages.ts";
import { useSession } from "../lib/session.ts";

/** Links to the rules: inside the shell for signed-in users, otherwise the public page. */
export function RulesLink() {
  const { t } = useMessages();
  const isSignedIn = useSession().state === "signed-in";
  return (
    <Link
      to={isSignedIn ? "/app/rules" : "/rules"}
      className="inline-flex min-h-11 items-center font-semibold text-pine underline"
    >
      {t("nav.rules")}
    </Link>
  );
}
