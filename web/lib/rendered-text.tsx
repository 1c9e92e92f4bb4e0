import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { makeQueryClient } from "./query.ts";

/** What an element shows, with a bar between the texts of its parts, for tests. */
export function renderedText(element: ReactElement): string {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={makeQueryClient()}>
      <Router ssrPath="/">{element}</Router>
    </QueryClientProvider>,
  );
  const texts = html.split(/<[^>]*>/).filter((text) => text.trim() !== "");
  return texts.join(" | ").replaceAll("&#x27;", "'");
}
