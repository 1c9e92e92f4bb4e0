import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { MessagePart } from "../../web/lib/message-parts.ts";
import { bundle } from "./bundle.ts";
import { englishMessages } from "./messages.ts";

/** Renders web/front-page.tsx to the HTML of the front page. */
export async function writeFrontPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "nishana-front-page-"));
  try {
    const file = join(folder, "front-page.mjs");
    // Since Node 25 there is one outside of browsers, which prints a warning when it is read.
    const define = { localStorage: "undefined" };
    writeFileSync(file, await bundle({ entry: "front-page.tsx", define, isForNode: true }));
    const module: FrontPage = await import(pathToFileURL(file).href);
    return await module.writeFrontPage(englishMessages(["core", "landing"]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface FrontPage {
  writeFrontPage: (english: Map<MessagePart, unknown>) => Promise<string>;
}
