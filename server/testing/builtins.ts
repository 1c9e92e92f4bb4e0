import { syncBuiltinESMExports } from "node:module";

/**
 * Replaces a function of one of Node's modules, given as its default export, for everything that
 * imports it.
 *
 * @returns what puts the original back
 */
export function replaceBuiltin<M extends object, K extends keyof M>(
  module: M,
  name: K,
  replacement: M[K],
): () => void {
  const original = module[name];
  module[name] = replacement;
  syncBuiltinESMExports();
  return () => {
    module[name] = original;
    syncBuiltinESMExports();
  };
}
