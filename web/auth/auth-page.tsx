import type { ReactNode } from "react";
import { Link, Redirect } from "wouter";
import { useMessages } from "../lib/messages.ts";
import { useSession } from "../lib/session.ts";
import { LanguageSwitcher } from "../ui/language-switcher.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { TargetMark } from "../ui/target-mark.tsx";
import { useArrival, useArrivedSignedIn } from "./arrival.ts";

interface AuthPageProps {
  title: string;
  lead: string;
  children: ReactNode;
  /** Links to other pages. */
  after?: ReactNode;
}

/**
 * The layout of the login, registration and password pages. Visitors who are already signed in are
 * redirected to where the login would lead.
 */
export function AuthPage(page: AuthPageProps) {
  const arrivedSignedIn = useArrivedSignedIn();
  const { state } = useSession();
  const { from } = useArrival();
  if (arrivedSignedIn && state === "signed-in") return <Redirect to={from} replace />;
  if (arrivedSignedIn && state === "loading") return <Spinner />;
  return <OpenPage {...page} />;
}

function OpenPage({ title, lead, children, after }: AuthPageProps) {
  const { t } = useMessages();
  return (
    <main className="relative mx-auto grid w-full max-w-104 flex-1 grid-cols-1 content-start px-4 py-6 sm:content-center">
      <title>{`${title} · ${t("app.name")}`}</title>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-3">
        <Link to="/" className="flex min-h-11 items-center gap-3 text-20 font-semibold">
          <TargetMark size={32} className="text-pine" />
          {t("app.name")}
        </Link>
        <div className="w-[9rem] max-w-full">
          <LanguageSwitcher />
        </div>
      </div>
      <h1 className="text-[length:min(1.75rem,13vw)] leading-[1.3] font-semibold">{title}</h1>
      <p className="mt-1 mb-6 text-quiet">{lead}</p>
      {children}
      {after && <div className="mt-6 grid gap-1 text-14 text-quiet">{after}</div>}
    </main>
  );
}

interface AskLinkProps {
  question?: string;
  to: string;
  /** The history state that is passed to the next page. */
  state?: unknown;
  children: ReactNode;
}

export const AskLink = ({ question, to, state, children }: AskLinkProps) => (
  <p className="flex min-h-11 flex-wrap items-center gap-x-2">
    {question}
    <Link
      to={to}
      state={state}
      className="inline-flex min-h-11 min-w-11 items-center font-semibold text-pine underline"
    >
      {children}
    </Link>
  </p>
);
