import { readStored, writeStored } from "./storage.ts";

/** Light or dark by choice; `system` follows the device. */
export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

export function getTheme(): Theme {
  const stored = readStored(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function setTheme(theme: Theme): void {
  writeStored(KEY, theme === "system" ? null : theme);
  wearTheme();
}

/** Shows the choice. early.ts does so before the first paint, or the other theme would flash. */
export function wearTheme(): void {
  const theme = getTheme();
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const device = meta.media.includes("dark") ? "dark" : "light";
    meta.content = PAPER[theme === "system" ? device : theme];
  }
}

const KEY = "theme";

/** What the browser's own bar is painted with: the paper of tokens.css. */
const PAPER = { light: "#fbf8f2", dark: "#0e1613" };
