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

/** The providers and frames around all screens. */
export function App() {
  const [client] = useState(makeQueryClient);
  // When the server has ended the session: show a message, drop all data, and go to the login.
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

/** Where the login returns to: this screen, if it requires a session. */
function placeNow(): string | undefined {
  const { pathname, search } = window.location;
  return pathname.startsWith("/app") ? pathname + search : undefined;
}
