import { Suspense } from "react";
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import { Spinner } from "../ui/spinner.tsx";
import { LicenceLine } from "./about.tsx";
import { RequireAdmin, RequireSession } from "./guards.tsx";
import { routesOf, Unknown } from "./route-list.tsx";
import { adminRoutes, playerScreens, publicScreens, shell } from "./routes.ts";

export function Router() {
  const [path] = useLocation();
  return (
    // The key unmounts a page at once when it is left. Otherwise React would keep it, hidden, until
    // the next page has loaded, and a response to it could still navigate.
    <Suspense key={path.startsWith("/app") ? "/app" : path} fallback={<Spinner />}>
      <Switch>
        {Object.entries(publicScreens).map(([path, { View }]) => (
          <Route key={path} path={path}>
            <div className="flex min-h-dvh flex-col">
              <View />
              <LicenceLine />
            </div>
          </Route>
        ))}
        <Route path="/app/*?">
          <RequireSession>
            <shell.View>
              <AppRoutes />
            </shell.View>
          </RequireSession>
        </Route>
        <Route path="/admin/*?">
          <ToAdmin />
        </Route>
        <Unknown />
      </Switch>
    </Suspense>
  );
}

const AppRoutes = () => (
  <Switch>
    {routesOf(playerScreens)}
    <Route path="/app/admin/*?">
      <RequireAdmin>
        <adminRoutes.View />
      </RequireAdmin>
    </Route>
    <Unknown />
  </Switch>
);

/** Redirects `/admin` and everything below it to `/app/admin`. */
function ToAdmin() {
  const [path] = useLocation();
  const search = useSearch();
  return <Redirect to={`/app${path}${search && `?${search}`}`} replace />;
}
