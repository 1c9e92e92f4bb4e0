import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { onSessionEnd } from "../lib/client.ts";
import { t } from "../lib/messages.ts";
import { makeQueryClient } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";
import { Toasts } from "../ui/toasts.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Notices } from "./notices.tsx";
import { Router } from "./router.tsx";

/** Everything that all screens stand in. */
export function App() {
  const [client] = useState(makeQueryClient);
  // When the server ends a session: say so, forget what was loaded, and go to the login.
  useEffect(
    () =>
      onSessionEnd(() => {
        client.clear();
        toast.failure(t("error.session_required"));
        navigate("/login", { state: { from: placeNow() } });
      }),
    [client],
  );
  return (
    <QueryClientProvider client={client}>
      <Notices />
      <ErrorBoundary>
        <Router />
      </ErrorBoundary>
      <Toasts />
    </QueryClientProvider>
  );
}

/** Where to go on after the login: this screen, if it is one of those behind it. */
function placeNow(): string | undefined {
  const { pathname, search } = window.location;
  return pathname.startsWith("/app") ? pathname + search : undefined;
}
