import type { Rolldown } from "vite";
import { ENTRY, isForAdmins, screens, SHELL } from "./screens.ts";

/** The files of what several screens need; a thing goes into the first that one of them loads. */
const FILES = ["app", "shared-landing", "shared-auth", "shared-player", "shared-admin"] as const;

/**
 * What everybody downloads first is one file: split into a dozen it compresses worse, by 2 KB of
 * the budget. What several screens need goes together by who sees them, so that none of them
 * waits for a dozen files. The rest is in the file of its one screen.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: FILES.map((file, at) => ({
    name: (id, build) => (fileOf(id, build) === file ? file : null),
    debugName: file,
    // A file takes along what its modules need, so those that most people load come first.
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

/** What needs a module: the entry, screens, and whatever else is loaded when it is needed. */
function usersOf(id: string, build: Build): Set<string> {
  const users = new Set<string>();
  climb(id, (module) => {
    const info = build.getModuleInfo(module);
    if (module === ENTRY || (info?.dynamicImporters.length ?? 0) > 0) users.add(module);
    return info?.importers ?? [];
  });
  return users;
}

/** What a user shares with others is in this file. Shell and dashboard come first for players. */
function sharedBy(user: string, build: Build): (typeof FILES)[number] {
  if ([ENTRY, SHELL, screens.get("/app")].includes(user)) return "app";
  if (user === screens.get("/")) return "shared-landing";
  if (user.includes("/web/auth/")) return "shared-auth";
  return isReachedByAdminsOnly(user, build) ? "shared-admin" : "shared-player";
}

const screenModules = new Set(screens.values());

/** A chart is loaded by the screens that show it. */
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

/** Visits a module and, once each, those that `next` leads to. */
function climb(from: string, next: (module: string) => readonly string[]): void {
  const seen = new Set<string>();
  const visit = (module: string): void => {
    if (seen.has(module)) return;
    seen.add(module);
    next(module).forEach(visit);
  };
  visit(from);
}
