import { build, type InlineConfig } from "vite";
import { root } from "../tools.mjs";

interface Bundled {
  /** Below web/. */
  entry: string;
  /** What stands for a name in the code, as code. */
  define?: Record<string, string>;
  /** For Node, as a module; otherwise for the browser, as a classic script. */
  isForNode?: boolean;
}

/** Builds a file with all that it imports into one, beside the app's own build. */
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
