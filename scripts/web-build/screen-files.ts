import type { Rolldown } from "vite";
import { ADMIN_ROUTES, ENTRY, isForAdmins, screens, SHELL } from "./screens.ts";

/** For each path, the files that its screen needs besides the first download. */
export function screenFiles(files: Rolldown.OutputBundle): Map<string, string[]> {
  const first = new Set(firstFiles(files));
  const found = [...screens].map(([path, module]): [string, string[]] => {
    const around = [
      ...(/^\/app(\/|$)/.test(path) ? [SHELL] : []),
      ...(isForAdmins(module) ? [ADMIN_ROUTES] : []),
    ];
    const modules = [...around, module];
    const all = new Set(modules.flatMap((one) => withImports(chunkWith(one, files), files)));
    return [path, [...all].filter((file) => !first.has(file))];
  });
  return new Map(found);
}

/** The files of the first download. */
export const firstFiles = (files: Rolldown.OutputBundle): string[] =>
  withImports(chunkWith(ENTRY, files), files);

/** All code that players may need. */
export function playerFiles(files: Rolldown.OutputBundle): Set<string> {
  const app = chunkWith(ENTRY, files);
  return follow(app.fileName, files, ({ imports, dynamicImports }) => [
    ...imports,
    ...dynamicImports.filter((name) => !isAdmins(files[name])),
  ]);
}

function chunkWith(module: string, files: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const chunks = Object.values(files).filter((file) => file.type === "chunk");
  // A screen that another screen imports has no chunk of its own.
  const found =
    chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(module));
  if (found === undefined) throw new Error(`no file has ${module}`);
  return found;
}

const withImports = (chunk: Rolldown.OutputChunk, files: Rolldown.OutputBundle): string[] => [
  ...follow(chunk.fileName, files, ({ imports }) => imports),
];

const isAdmins = (file: Rolldown.OutputBundle[string] | undefined): boolean =>
  file?.type === "chunk" && file.facadeModuleId !== null && isForAdmins(file.facadeModuleId);

function follow(
  from: string,
  files: Rolldown.OutputBundle,
  next: (chunk: Rolldown.OutputChunk) => readonly string[],
): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const file = files[name];
    if (found.has(name) || file?.type !== "chunk") return;
    found.add(name);
    next(file).forEach(visit);
  };
  visit(from);
  return found;
}
