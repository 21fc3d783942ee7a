// Addresses of screens. A server answers every address with the client, so the path says which screen it is. The page
// is one file on any web space: there the path follows the `#`.

/** What a link to a screen says: `/rules/RT-4.6`, or `#/rules/RT-4.6` in the page. */
export function at(path: string): string {
  return __PAGE__ ? `#${path}` : path;
}

/** The whole address of a screen, to give to somebody. */
export function addressOf(path: string): string {
  return new URL(at(path), location.href).href;
}

/** The address within the client that a whole address means; only path, query and hash are told. */
export function withinClient(address: URL | Location): URL {
  if (!__PAGE__) return new URL(address.href);
  const path = address.hash.slice(1);
  return new URL(path.startsWith("/") ? path : "/", "http://page");
}
