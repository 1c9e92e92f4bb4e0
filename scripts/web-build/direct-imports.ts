import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { root } from "../tools.mjs";

/** Libraries with a barrel module, and the modules that it re-exports. */
const INDEXES = {
  "lucide-react": ["lucide-react/dist/esm/lucide-react.mjs"],
  "@tanstack/react-query": [
    "@tanstack/react-query/build/modern/index.js",
    "@tanstack/query-core/build/modern/index.js",
  ],
  "@tanstack/query-core": ["@tanstack/query-core/build/modern/index.js"],
};

/**
 * Imports each export of such a library directly from its own file. Through the barrel, code that
 * only one screen needs would be part of the first download.
 */
export function directImports(): Plugin {
  const libraries = new Map(
    Object.entries(INDEXES).map(([name, indexes]) => [name, filesOf(indexes)]),
  );
  return {
    name: "nishana-direct-imports",
    enforce: "pre",
    apply: "build",
    transform: {
      filter: { id: /\/web\/.*\.tsx?$|\/@tanstack\/react-query\/build\//, code: / from "/ },
      handler: (code) => ({
        code: code.replace(IMPORT, (whole, names: string, library: string) => {
          const files = libraries.get(library);
          return files
            ? names
                .split(",")
                .map((name) => importOne(name.trim(), files))
                .join("")
            : whole;
        }),
        map: null,
      }),
    },
  };
}

const IMPORT = /import \{([^}]*)\} from "([^"]+)";/g;

interface Exported {
  file: string;
  /** The name of the export in its file, which may be `default`. */
  as: string;
}

function importOne(name: string, files: Map<string, Exported>): string {
  if (name === "" || name.startsWith("type ")) return "";
  const [wanted = "", local = wanted] = name.split(" as ");
  const found = files.get(wanted);
  if (found === undefined) throw new Error(`no file has ${wanted}`);
  return `import { ${found.as} as ${local} } from ${JSON.stringify(found.file)};`;
}

/** The file of each export of a library. */
function filesOf(indexes: readonly string[]): Map<string, Exported> {
  const files = new Map<string, Exported>();
  for (const index of indexes.map((path) => join(root, "node_modules", path))) {
    for (const [, names = "", file = ""] of readFileSync(index, "utf8").matchAll(PASSED_ON)) {
      for (const [, as = "", name = as] of names.matchAll(/(\w+)(?: as (\w+))?/g)) {
        files.set(name, { file: join(dirname(index), file), as });
      }
    }
  }
  return files;
}

/** `export { default as House } from "./house.mjs"`, `import { useQuery } from "./useQuery.js"` */
const PASSED_ON = /^(?:export|import) \{(.*)\} from ['"](\.\/.*)['"];$/gm;
