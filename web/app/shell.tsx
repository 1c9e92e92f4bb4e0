import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { useMessages } from "../lib/messages.ts";
import { useUser } from "../lib/session.ts";
import { Bell, UnreadNotice } from "../notifications/bell.tsx";
import { Amount } from "../ui/amount.tsx";
import { classes } from "../ui/classes.ts";
import { LanguageSwitcher } from "../ui/language-switcher.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { TargetMark } from "../ui/target-mark.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { DemoMark, LicenceLine } from "./about.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { NavLink } from "./nav-link.tsx";
import { ADMIN_PLACE, PLACES } from "./navigation.ts";
import { preloadScreen } from "./routes.ts";
import { useLive } from "./use-live.ts";

/** The frame of every screen of a signed-in user. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useMessages();
  const [path] = useLocation();
  const main = useFocusOnNavigation(path);
  useLive();
  return (
    <div className="print:block lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="absolute -top-20 left-2 z-50 rounded-control bg-pine p-3 text-on-pine focus:top-2"
      >
        {t("nav.skip")}
      </a>
      <SideNavigation />
      <TopBar />
      <UnreadNotice />
      <div className="flex min-h-dvh flex-col pb-(--bottom-bar)">
        <main
          ref={main}
          id="content"
          tabIndex={-1}
          className="column flex-1 px-4 py-4 lg:px-8 lg:py-8"
        >
          <ErrorBoundary key={path}>
            <Suspense fallback={<Spinner />}>{children}</Suspense>
          </ErrorBoundary>
        </main>
        <LicenceLine />
      </div>
      <BottomBar />
    </div>
  );
}

function SideNavigation() {
  const { t } = useMessages();
  const user = useUser();
  const places = user.role === "admin" ? [...PLACES, ADMIN_PLACE] : PLACES;
  return (
    <header className="sticky top-0 hidden h-dvh flex-col gap-6 overflow-y-auto border-r border-line bg-card p-4 print:hidden lg:flex">
      <Link to="/app" className="flex min-h-11 items-center gap-3 px-2 text-20 font-semibold">
        <TargetMark size={28} className="text-pine" />
        {t("app.name")}
      </Link>
      <nav aria-label={t("nav.main")} className="grid gap-1">
        {places.map(({ path, label, icon: Icon }) => (
          <NavLink
            key={path}
            to={path}
            isExact={path === "/app"}
            onPointerEnter={() => void preloadScreen(path)}
            className={sideLook}
          >
            <Icon size={20} aria-hidden />
            {t(label)}
          </NavLink>
        ))}
        <NavLink
          to={NOTIFICATIONS}
          onPointerEnter={() => void preloadScreen(NOTIFICATIONS)}
          className={sideLook}
        >
          <Bell isWide />
        </NavLink>
      </nav>
      <div className="mt-auto grid gap-3">
        <div className="px-3">
          <p className="flex items-center justify-between gap-2 text-12 text-quiet">
            {t("shell.balance")}
            <DemoMark />
          </p>
          <Amount value={user.wallet_balance} size={20} />
        </div>
        <LanguageSwitcher />
        <AccountMenu isWide />
      </div>
    </header>
  );
}

const sideLook = (isCurrent: boolean): string =>
  classes(
    "flex min-h-11 items-center gap-3 rounded-control px-3 text-14 transition-colors",
    isCurrent
      ? "bg-pine-soft font-semibold text-pine"
      : "text-quiet hover:bg-sunken hover:text-ink",
  );

/** The top of the page on phones: mark, balance, notifications and account. */
function TopBar() {
  const { t } = useMessages();
  const user = useUser();
  return (
    <header className="stays-above z-20 flex min-h-16 flex-wrap items-center justify-end gap-x-2 border-b border-line bg-card px-2 py-1 lg:hidden">
      <Link
        to="/app"
        aria-label={t("app.name")}
        className="mr-auto grid size-11 place-items-center"
      >
        <TargetMark size={28} className="text-pine" />
      </Link>
      <Link
        to="/app/wallet"
        className="grid min-h-11 content-center justify-items-end rounded-control px-2"
      >
        <span className="sr-only">{t("shell.balance")}</span>
        <Amount value={user.wallet_balance} />
        <DemoMark />
      </Link>
      <NavLink
        to={NOTIFICATIONS}
        onPointerDown={() => void preloadScreen(NOTIFICATIONS)}
        className={(isCurrent) =>
          classes(
            "grid size-11 place-items-center rounded-control transition-colors hover:bg-sunken",
            isCurrent ? "text-pine" : "text-quiet",
          )
        }
      >
        <Bell />
      </NavLink>
      <AccountMenu />
    </header>
  );
}

const NOTIFICATIONS = "/app/notifications";

function BottomBar() {
  const { t } = useMessages();
  return (
    <nav
      aria-label={t("nav.main")}
      className="fixed inset-x-0 bottom-0 z-20 grid h-(--bottom-bar) grid-cols-5 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      {PLACES.map(({ path, label, icon: Icon }) => (
        <NavLink
          key={path}
          to={path}
          isExact={path === "/app"}
          onPointerDown={() => void preloadScreen(path)}
          className={(isCurrent) =>
            classes(
              "grid min-w-0 content-center justify-items-center gap-0.5 -outline-offset-2",
              "text-[length:min(0.75rem,3.6vw)] leading-normal",
              "low:flex low:items-center low:justify-center low:gap-2",
              isCurrent ? "font-semibold text-pine" : "text-quiet",
            )
          }
        >
          <Icon size={22} aria-hidden />
          {/* A label wider than its fifth overflows into the space of its neighbours. */}
          <span className="whitespace-nowrap">{t(label)}</span>
        </NavLink>
      ))}
    </nav>
  );
}

/**
 * On navigation, scrolls to the top and moves the focus to the new page. When going back, the
 * browser restores the scroll position.
 */
function useFocusOnNavigation(path: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  // Jumps and going back within a page fire popstate too; they do not concern the next page.
  const wentBackTo = useRef<string>(undefined);
  useEffect(() => {
    const note = () => {
      wentBackTo.current = location.pathname;
    };
    window.addEventListener("popstate", note);
    return () => window.removeEventListener("popstate", note);
  }, []);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (wentBackTo.current !== path) window.scrollTo(0, 0);
    wentBackTo.current = undefined;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}
