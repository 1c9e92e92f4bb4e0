import { join } from "node:path";
import type { Plugin } from "vite";
import { root } from "../tools.mjs";

/** Reduces icons to their shapes, which web/ui/draw-icon.ts renders. */
export function icons(): Plugin {
  return {
    name: "nishana-icons",
    apply: "build",
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
      handler: (code) => ({ code: drawnByUs(code), map: null }),
    },
  };
}

/**
 * Keeps only the shapes of an icon: its aliases and the React keys of its shapes, which never
 * change, would add half of its size.
 */
function drawnByUs(code: string): string {
  const [, shapes] = SHAPES.exec(code) ?? [];
  if (shapes === undefined) throw new Error(`an icon of another kind: ${code}`);
  const drawn = `drawIcon(${shapes.replace(KEY, "")})`;
  return `import { drawIcon } from ${DRAWING};\nexport default ${drawn};\n`;
}

const SHAPES = /^ {2}node: (\[.*?\])(?:,\n {2}aliases: .*?)?\n};$/ms;
const KEY = /,\s*key: "\w+"/g;
const DRAWING = JSON.stringify(join(root, "web/ui/draw-icon.ts"));
