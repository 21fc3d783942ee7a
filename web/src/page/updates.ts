// Keeps the page for use without a network, and notices when a newer version is ready.

const LOOK_EVERY = 3600_000; // milliseconds

/**
 * Register the service worker. `ready` is called when another version waits; its argument lets that
 * version take over, and all tabs load anew.
 */
export async function keepOffline(ready: (takeOver: () => void) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const workers = navigator.serviceWorker;
  reloadWithNewVersion(workers);
  const address = new URL("service-worker.js", document.baseURI);
  const registration = await workers.register(address, { updateViaCache: "none" });
  const announce = (): void => {
    const { waiting } = registration;
    if (waiting && workers.controller) ready(() => waiting.postMessage("take-over"));
  };
  announce();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", announce);
  });
  lookNowAndThen(registration);
}

/** The first worker takes a page that is loaded already; a later one brings other files. */
function reloadWithNewVersion(workers: ServiceWorkerContainer): void {
  let before = workers.controller;
  workers.addEventListener("controllerchange", () => {
    if (before) location.reload();
    before = workers.controller;
  });
}

function lookNowAndThen(registration: ServiceWorkerRegistration): void {
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < LOOK_EVERY) return;
    looked = Date.now();
    registration.update().catch(() => undefined); // without a network there is nothing new
  });
}
