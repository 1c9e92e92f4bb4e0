import type { Rolldown } from "vite";
import { ENTRY, isForAdmins, screens, SHELL } from "./screens.ts";

/** The shared chunks; a module goes into the first of them that one of its users loads. */
const FILES = ["app", "shared-landing", "shared-auth", "shared-player", "shared-admin"] as const;

/**
 * The first download is one chunk: a dozen would compress worse, by 2 KB of the budget. Modules
 * that several screens share are grouped by audience, so that no screen waits for a dozen chunks.
 * All other modules are in the chunk of their only screen.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: FILES.map((file, at) => ({
    name: (id, build) => (fileOf(id, build) === file ? file : null),
    debugName: file,
    // A chunk also takes its modules' imports, so the chunks with the most users come first.
    priority: FILES.length - at,
  })),
};

function fileOf(id: string, build: Build): string | undefined {
  const users = usersOf(id, build);
  if (users.size < 2 && !users.has(ENTRY)) return undefined;
  const loaded = new Set([...users].map((user) => sharedBy(user, build)));
  return FILES.find((file) => loaded.has(file));
}

interface Build {
  getModuleInfo: (id: string) => Module | null;
}

interface Module {
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

/** The users of a module: the entry, screens and other dynamically imported modules. */
function usersOf(id: string, build: Build): Set<string> {
  const users = new Set<string>();
  climb(id, (module) => {
    const info = build.getModuleInfo(module);
    if (module === ENTRY || (info?.dynamicImporters.length ?? 0) > 0) users.add(module);
    return info?.importers ?? [];
  });
  return users;
}

/** The chunk for what this user shares with others. Players load shell and dashboard first. */
function sharedBy(user: string, build: Build): (typeof FILES)[number] {
  if ([ENTRY, SHELL, screens.get("/app")].includes(user)) return "app";
  if (user === screens.get("/")) return "shared-landing";
  if (user.includes("/web/auth/")) return "shared-auth";
  return isReachedByAdminsOnly(user, build) ? "shared-admin" : "shared-player";
}

const screenModules = new Set(screens.values());

/** Whether only admin screens import the module, such as a chart. */
function isReachedByAdminsOnly(user: string, build: Build): boolean {
  let isAdmins = true;
  climb(user, (module) => {
    if (isForAdmins(module)) return [];
    if (module === ENTRY || screenModules.has(module)) isAdmins = false;
    const info = build.getModuleInfo(module);
    return [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])];
  });
  return isAdmins;
}

/** Visits a module and all modules reachable through `next`, each once. */
function climb(from: string, next: (module: string) => readonly string[]): void {
  const seen = new Set<string>();
  const visit = (module: string): void => {
    if (seen.has(module)) return;
    seen.add(module);
    next(module).forEach(visit);
  };
  visit(from);
}
