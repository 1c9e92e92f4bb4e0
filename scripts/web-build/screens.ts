import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tools.mjs";

const APP = join(root, "web/app");
const routes = ["routes.ts", "admin-routes.tsx"].map((file) =>
  readFileSync(join(APP, file), "utf8"),
);

/** `"/app/play": screen(() => import("./screens/play-screen.tsx"), …` */
const ROUTE = /"(\/[^"]*)": screen\(\s*\(\) => import\("([^"]+)"\)/g;

/** The module of every screen by path, read from web/app/routes.ts and admin-routes.tsx. */
export const screens = new Map(
  [...routes.join("\n").matchAll(ROUTE)].map(([, path = "", module = ""]) => [
    path,
    join(APP, module),
  ]),
);

/** The module of the shell around every screen of a signed-in user. */
export const SHELL = join(APP, "shell.tsx");

/** The module of the list of admin screens, with the layout around each of them. */
export const ADMIN_ROUTES = join(APP, "admin-routes.tsx");

/** The entry module of the app. */
export const ENTRY = join(root, "web/main.tsx");

const admins = [...screens].filter(([path]) => /^\/app\/admin(\/|$)/.test(path));
const adminModules = new Set([ADMIN_ROUTES, ...admins.map(([, id]) => id)]);

/** Whether the module is a screen, or the list of screens, for admins only. */
export const isForAdmins = (module: string): boolean => adminModules.has(module);
