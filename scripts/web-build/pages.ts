import type { Plugin } from "vite";
import { bundle } from "./bundle.ts";
import { writeFrontPage } from "./front-page.ts";
import { messagesFolder } from "./messages.ts";
import { firstFiles, screenFiles } from "./screen-files.ts";

/**
 * The two documents: `index.html` is the front page, rendered from web/front-page.tsx; `app.html`
 * is the empty page of all other paths. Both start with web/early.ts. The further files of a path's
 * screen are in a Link header, which the server sends with the page, so that they are fetched in
 * parallel with the app.
 */
export function pages(): Plugin {
  return {
    name: "nishana-pages",
    enforce: "post",
    apply: "build",
    async generateBundle(_, files) {
      const define = { "import.meta.env.MESSAGES": JSON.stringify(messagesFolder) };
      const source = await bundle({ entry: "early.ts", define });
      const early = this.getFileName(this.emitFile({ type: "asset", name: "early.js", source }));
      const page = files["index.html"];
      if (page?.type !== "asset") throw new Error("the build makes a page");
      const empty = inOrder(String(page.source), early);
      const screens = screenFiles(files);
      page.source = fill(empty, await writeFrontPage(), screens.get("/") ?? []);
      this.emitFile({ type: "asset", fileName: "app.html", source: empty });
      const first = [...Object.keys(files).filter(isStyle), early, ...firstFiles(files)];
      const links = JSON.stringify(linkHeaders(first, screens));
      this.emitFile({ type: "asset", fileName: ".vite/links.json", source: links });
    },
  };
}

const STYLE = /\s*<link rel="stylesheet"[^>]*>/;
const TITLE = /<title>.*?<\/title>/;

/**
 * A browser opens six connections and fetches in document order, so the files that the first paint
 * needs come first. The script comes before the style sheet, because a later script would wait for
 * it.
 */
function inOrder(page: string, early: string): string {
  const [style = ""] = STYLE.exec(page) ?? [];
  const first = `<script src="/${early}"></script>\n    ${style.trim()}\n    `;
  return page.replace(STYLE, "").replace("<script", () => `${first}<script`);
}

/** The page's own title replaces the common one. */
function fill(empty: string, written: string, screen: readonly string[]): string {
  const [title = ""] = TITLE.exec(written) ?? [];
  const code = screen.map((file) => `  <link rel="modulepreload" href="/${file}">\n  `);
  return empty
    .replace(TITLE, () => title)
    .replace("</head>", () => `${code.join("")}</head>`)
    .replace('<div id="root">', () => `<div id="root">${written.replace(title, "")}`);
}

/** For every path except /, whose page has content before any code is loaded. */
function linkHeaders(first: readonly string[], screens: Map<string, string[]>) {
  const headers: Record<string, string> = {};
  for (const [path, files] of screens) {
    if (path !== "/") headers[path] = [...first, ...files].map(linkTo).join(", ");
  }
  return headers;
}

const isStyle = (file: string): boolean => file.endsWith(".css");

function linkTo(file: string): string {
  if (isStyle(file)) return `</${file}>; rel=preload; as=style; crossorigin`;
  const isModule = !file.includes("/early-");
  return `</${file}>; rel=${isModule ? "modulepreload" : "preload; as=script"}`;
}
