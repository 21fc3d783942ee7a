// Which screen the address asks for. Links are plain links; those of this page are followed without loading it again.
import { at, withinClient } from "./addresses";

interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

function here(): Place {
  const { pathname, searchParams, hash } = withinClient(location);
  return { path: pathname, query: searchParams, hash };
}

class Router {
  place = $state.raw<Place>(here());

  constructor() {
    addEventListener("popstate", () => {
      this.place = here();
    });
    document.addEventListener("click", this.#follow);
  }

  /** The fragment as it is now, also after `rename`. */
  get fragment(): string {
    return withinClient(location).hash;
  }

  go(address: string): void {
    history.pushState(null, "", at(address));
    this.place = here();
    scrollTo(0, 0);
  }

  /** Another screen in place of this one in the history. */
  replace(address: string): void {
    history.replaceState(null, "", at(address));
    this.place = here();
  }

  /** The same screen under another address, without a step in the history. */
  rename(address: string): void {
    history.replaceState(null, "", at(address));
  }

  /** The same screen under another fragment. */
  renameFragment(fragment: string): void {
    const { pathname, search } = withinClient(location);
    this.rename(pathname + search + fragment);
  }

  #follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain =
      event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download"))
      return;
    if (__PAGE__ && isFragment(link)) jump(event, link.hash);
    else if (isScreen(link)) this.#goTo(event, withinClient(new URL(link.href)));
  };

  /** A place on the screen that is shown is left to the browser. */
  #goTo(event: MouseEvent, to: URL): void {
    if (to.hash !== "" && to.pathname === withinClient(location).pathname) return;
    event.preventDefault();
    this.go(to.pathname + to.search + to.hash);
  }
}

function isScreen({ origin, pathname, hash }: HTMLAnchorElement): boolean {
  if (origin !== location.origin) return false;
  return __PAGE__
    ? pathname === location.pathname && hash.startsWith("#/")
    : !pathname.startsWith("/api/");
}

/** Whether a link leads to a place on this screen; in the page, screens have a `/` after the `#`. */
function isFragment(link: HTMLAnchorElement): boolean {
  return /^#(?!\/)/.test(link.getAttribute("href") ?? "");
}

/** Go where a link such as `#main` leads without touching the address, which says the screen. */
function jump(event: MouseEvent, fragment: string): void {
  event.preventDefault();
  const place = document.getElementById(fragment.slice(1));
  if (!place) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus();
  place.scrollIntoView();
}

export const router = new Router();
