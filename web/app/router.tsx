import { Suspense } from "react";
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import { Spinner } from "../ui/spinner.tsx";
import { LicenceLine } from "./about.tsx";
import { RequireAdmin, RequireSession } from "./guards.tsx";
import { adminLayout, adminScreens, playerScreens, publicScreens, shell } from "./routes.ts";
import type { Screen } from "./screen.ts";

export function Router() {
  const [path] = useLocation();
  return (
    // A page that is left goes at once. It would wait, unseen, until the next one's code is here,
    // and an answer that comes meanwhile would lead away. Within the app the shell sees to that.
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
        <adminLayout.View>
          <Switch>
            {routesOf(adminScreens)}
            <Unknown />
          </Switch>
        </adminLayout.View>
      </RequireAdmin>
    </Route>
    <Unknown />
  </Switch>
);

const routesOf = (screens: Record<string, Screen>) =>
  Object.entries(screens).map(([path, { View }]) => (
    <Route key={path} path={path}>
      <View />
    </Route>
  ));

const Unknown = () => <Redirect to="/" replace />;

/** `/admin` and everything under it stand under `/app`. */
function ToAdmin() {
  const [path] = useLocation();
  const search = useSearch();
  return <Redirect to={`/app${path}${search && `?${search}`}`} replace />;
}
