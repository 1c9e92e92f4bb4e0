import "./styles.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { preloadScreen } from "./app/routes.ts";
import { forgetEarly } from "./lib/early-answers.ts";
import { getLanguage, startMessages } from "./lib/messages.ts";
import { noteConnection } from "./lib/query.ts";
import { followOtherTabs } from "./lib/token.ts";

const EARLY_MS = 10_000;
const QUIET_MS = 3_000;
const AGAIN_MS = 5_000;

// In a function: screens import from the file that this becomes part of, and would wait for it.
void start();

async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html holds #root");
  followOtherTabs();
  noteConnection(navigator.onLine);
  const screen = preloadScreen(location.pathname);
  await untilMessages();
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // The front page comes written in English: it is taken up as it stands once its code is here.
  if (root.hasChildNodes() && getLanguage() === "en") {
    await screen;
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    delete document.documentElement.dataset["waiting"];
    createRoot(root).render(app);
  }
  setTimeout(forgetEarly, EARLY_MS);
  if (import.meta.env.PROD && "serviceWorker" in navigator) keepForOffline();
}

/** Meanwhile an empty page shows the sentence of index.html. */
async function untilMessages(): Promise<void> {
  try {
    await startMessages();
  } catch {
    await new Promise((again) => {
      setTimeout(again, AGAIN_MS);
      addEventListener("online", again);
    });
    await untilMessages();
  }
}

/** Once the page has what it needs: the connection is for the person first. */
function keepForOffline(): void {
  const begin = async () => {
    const { startOffline } = await import("./app/offline.ts");
    await startOffline(navigator);
  };
  // Where it is not allowed, in a private window for one, the app works as well.
  setTimeout(() => void begin().catch(() => undefined), QUIET_MS);
}
