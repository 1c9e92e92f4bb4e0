import { getLanguage, onLanguage } from "../lib/messages.ts";
import { tellNewVersion } from "../lib/new-version.ts";

const HOUR_MS = 3_600_000;
const PATIENCE_MS = 5_000;

/**
 * Registers the service worker (web/service-worker/worker.ts) and watches for newer builds. The app
 * never switches to one by itself, because the player may be in the middle of an order.
 */
export async function startOffline({ serviceWorker }: Navigator): Promise<void> {
  const registration = await serviceWorker.register("/sw.js");
  watch(serviceWorker, registration);
  checkForUpdates(registration);
  await serviceWorker.ready;
  const keepLanguage = () => registration.active?.postMessage(getLanguage());
  keepLanguage();
  onLanguage(keepLanguage);
}

function watch(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  let isControlled = container.controller !== null;
  const tell = () => tellNewVersion(() => switchOver(container, registration));
  if (registration.waiting && isControlled) tell();
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed" && isControlled) tell();
    });
  });
  container.addEventListener("controllerchange", () => {
    // Another tab switched to a new build: files that this one has not loaded yet may be gone.
    if (isControlled) tell();
    isControlled = true;
  });
}

/**
 * Reloads as soon as the waiting build controls the page. A browser may keep it waiting while the
 * old one still handles requests, and a worker that hangs would never answer the reload. After
 * PATIENCE_MS the page is therefore reloaded without any worker, and registers the new one.
 */
function switchOver(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
): void {
  const reload = () => location.reload();
  if (registration.waiting === null) return reload();
  const timer = setTimeout(() => void registration.unregister().finally(reload), PATIENCE_MS);
  container.addEventListener("controllerchange", () => {
    clearTimeout(timer);
    reload();
  });
  registration.waiting.postMessage("take over");
}

/** Browsers check for updates only when a page is opened, but the app stays open for days. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  const check = () => void registration.update().catch(() => undefined);
  setInterval(check, HOUR_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") check();
  });
}
