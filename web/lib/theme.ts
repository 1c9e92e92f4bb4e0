import { readStored, writeStored } from "./storage.ts";

/** The colour themes; `system` follows the device's setting. */
export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

export function getTheme(): Theme {
  const stored = readStored(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function setTheme(theme: Theme): void {
  writeStored(KEY, theme === "system" ? null : theme);
  applyTheme();
}

/** Applies the theme. early.ts calls it before the first paint to avoid a flash. */
export function applyTheme(): void {
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

/** The colours of the browser's toolbar: `paper` in tokens.css. */
const PAPER = { light: "#fbf8f2", dark: "#0e1613" };
