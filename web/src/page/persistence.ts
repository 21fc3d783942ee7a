// Asks the browser not to throw games away when its disk fills up: once there is something to lose.

let asked = false;

/** A game has begun: ask, unless the browser has agreed already. Some browsers ask the player. */
export async function askToPersist(): Promise<boolean> {
  if (asked || !canPersist()) return (await isPersistent()) ?? false;
  asked = true;
  return (await navigator.storage.persisted()) || navigator.storage.persist();
}

/** Whether the browser keeps everything until the player deletes it; null where it does not say. */
export async function isPersistent(): Promise<boolean | null> {
  return canPersist() ? navigator.storage.persisted() : null;
}

/** Only secure pages can. */
function canPersist(): boolean {
  return "storage" in navigator && "persist" in navigator.storage;
}

/** Bytes that are kept here; null where the browser does not say. */
export async function bytesKept(): Promise<number | null> {
  try {
    return (await navigator.storage.estimate()).usage ?? null;
  } catch {
    return null;
  }
}
