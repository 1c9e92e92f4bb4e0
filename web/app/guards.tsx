import type { ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { useSession, useUser } from "../lib/session.ts";
import { Spinner } from "../ui/spinner.tsx";
import { ErrorState } from "../ui/states.tsx";
import { TargetMark } from "../ui/target-mark.tsx";

interface GuardProps {
  children: ReactNode;
}

/** Redirects visitors without a session to the login, which returns here. */
export function RequireSession({ children }: GuardProps) {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session.state === "loading") return <Spinner />;
  if (session.state === "failed") {
    // Without a connection the user is unknown; the error state offers a retry.
    return (
      <main className="grid min-h-dvh content-center justify-items-center gap-4 px-4">
        <TargetMark size={56} className="text-pine" />
        <ErrorState error={session.error} onRetry={session.retry} />
      </main>
    );
  }
  if (session.state === "anonymous") {
    return <Redirect to="/login" replace state={{ from: search ? `${path}?${search}` : path }} />;
  }
  return children;
}

/** Redirects everybody but admins to the front page. */
export function RequireAdmin({ children }: GuardProps) {
  return useUser().role === "admin" ? children : <Redirect to="/" replace />;
}
