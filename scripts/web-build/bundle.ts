import { build, type InlineConfig } from "vite";
import { root } from "../tools.mjs";

interface Bundled {
  /** A path relative to web/. */
  entry: string;
  /** Names to replace, each with the code to insert. */
  define?: Record<string, string>;
  /** Builds a module for Node; by default a classic script for the browser. */
  isForNode?: boolean;
}

/** Bundles a file with its imports, separately from the app's build. */
export async function bundle({ entry, define = {}, isForNode }: Bundled): Promise<string> {
  const forNode: InlineConfig = { ssr: { noExternal: true } };
  const built = await build({
    ...(isForNode ? forNode : {}),
    configFile: false,
    root: `${root}web`,
    logLevel: "error",
    define,
    build: {
      ssr: isForNode ?? false,
      write: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: `${root}web/${entry}`,
        output: { format: isForNode ? "es" : "iife", codeSplitting: false },
      },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!first || !("output" in first)) throw new Error(`${entry} was not built`);
  return first.output[0].code;
}
