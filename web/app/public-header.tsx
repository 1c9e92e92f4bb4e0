import { Link } from "wouter";
import { useMessages } from "../lib/messages.ts";
import { useSession } from "../lib/session.ts";
import { ButtonLink } from "../ui/button.tsx";
import { LanguageSwitcher } from "../ui/language-switcher.tsx";
import { TargetMark } from "../ui/target-mark.tsx";

/** The header of the public pages. */
export function PublicHeader() {
  const { t } = useMessages();
  const isSignedIn = useSession().state === "signed-in";
  return (
    <header className="@container border-b border-line bg-card">
      <div className="column flex min-h-16 items-center gap-2 px-4 py-2 @max-2xs:flex-wrap lg:px-8">
        <Link to="/" className="flex min-h-11 min-w-11 items-center gap-2 text-20 font-semibold">
          <TargetMark size={28} className="text-pine" />
          <span className="max-sm:sr-only">{t("app.name")}</span>
        </Link>
        <div className="ml-auto w-32 @max-2xs:order-last @max-2xs:w-full sm:w-36">
          <LanguageSwitcher />
        </div>
        {isSignedIn ? (
          <ButtonLink to="/app">{t("nav.open_app")}</ButtonLink>
        ) : (
          <>
            <ButtonLink to="/login" kind="secondary">
              {t("nav.login")}
            </ButtonLink>
            <div className="max-sm:hidden">
              <ButtonLink to="/register">{t("nav.register")}</ButtonLink>
            </div>
          </>
        )}
      </div>
    </header>
  );
}
