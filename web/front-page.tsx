import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { Router } from "wouter";
import { App } from "./app/app.tsx";
import { preloadScreen } from "./app/routes.ts";
import { addMessages, type Messages, startMessages } from "./lib/messages.ts";
import type { MessagePart } from "./lib/message-parts.ts";

/**
 * Writes the front page when the web app is built, in English and before any data: it can be read
 * and its links work before any script has arrived. main.tsx takes it up as it stands.
 */
export async function writeFrontPage(english: Map<MessagePart, Messages>): Promise<string> {
  addMessages("en", english);
  await startMessages();
  await preloadScreen("/");
  const page = (
    <Router ssrPath="/">
      <StrictMode>
        <App />
      </StrictMode>
    </Router>
  );
  // In one piece: what is put off would need a script within the page to be put in its place.
  const { prelude } = await prerender(page, { progressiveChunkSize: Infinity });
  return new Response(prelude).text();
}
