import { Redirect, Route } from "wouter";
import type { Screen } from "./screen.ts";

/** The routes of some screens, for a `Switch`. */
export const routesOf = (screens: Record<string, Screen>) =>
  Object.entries(screens).map(([path, { View }]) => (
    <Route key={path} path={path}>
      <View />
    </Route>
  ));

/** The last route of a `Switch`: no screen has this path. */
export const Unknown = () => <Redirect to="/" replace />;
