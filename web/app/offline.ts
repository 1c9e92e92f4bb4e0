import { getLanguage, onLanguage } from "../lib/messages.ts";
import { tellNewVersion } from "../lib/new-version.ts";

const HOUR_MS = 3_600_000;
const PATIENCE_MS = 5_000;

/**
 * Puts the app on the device (web/service-worker/worker.ts) and watches for newer builds. One is
 * never gone over to by itself: somebody may be in the middle of a play.
 */
export async function startOffline({ serviceWorker }: Navigator): Promise<void> {
  const registration = await serviceWorker.register("/sw.js");
  watch(serviceWorker, registration);
  askForUpdates(registration);
  await serviceWorker.ready;
  const keepLanguage = () => registration.active?.postMessage(getLanguage());
  keepLanguage();
  onLanguage(keepLanguage);
}

function watch(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  let isControlled = container.controller !== null;
  const tell = () => tellNewVersion(() => goOver(container, registration));
  if (registration.waiting && isControlled) tell();
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed" && isControlled) tell();
    });
  });
  container.addEventListener("controllerchange", () => {
    // Another tab went over: what this one has not loaded yet may be gone.
    if (isControlled) tell();
    isControlled = true;
  });
}

/**
 * Reloads as soon as the waiting build answers for the page. A browser may leave it waiting while
 * the older one still has something to answer; who has pressed sees the page load all the same.
 */
function goOver(container: ServiceWorkerContainer, { waiting }: ServiceWorkerRegistration): void {
  const reload = () => location.reload();
  if (waiting === null) return reload();
  const timer = setTimeout(reload, PATIENCE_MS);
  container.addEventListener("controllerchange", () => {
    clearTimeout(timer);
    reload();
  });
  waiting.postMessage("take over");
}

/** A browser looks by itself only when a page is opened; an app stays open for days. */
function askForUpdates(registration: ServiceWorkerRegistration): void {
  const ask = () => void registration.update().catch(() => undefined);
  setInterval(ask, HOUR_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") ask();
  });
}
