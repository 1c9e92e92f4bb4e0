import { join } from "node:path";
import type { Plugin } from "vite";
import { root } from "../tools.mjs";

/** Icons keep their shapes and are drawn by web/ui/draw-icon.ts. */
export function icons(): Plugin {
  return {
    name: "nishana-icons",
    apply: "build",
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
      handler: (code) => ({ code: code.replace(OWN, () => OURS), map: null }),
    },
  };
}

const OWN = "import createLucideIcon from '../createLucideIcon.mjs';";
const DRAWING = JSON.stringify(join(root, "web/ui/draw-icon.ts"));
const OURS = `import { drawIcon as createLucideIcon } from ${DRAWING};`;
