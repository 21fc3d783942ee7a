// Which screen the address asks for. Links are plain links; those of this page are followed without loading it again.

interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

function here(): Place {
  return {
    path: location.pathname,
    query: new URLSearchParams(location.search),
    hash: location.hash,
  };
}

class Router {
  place = $state.raw<Place>(here());

  constructor() {
    addEventListener("popstate", () => {
      this.place = here();
    });
    document.addEventListener("click", this.#follow);
  }

  go(address: string): void {
    history.pushState(null, "", address);
    this.place = here();
    scrollTo(0, 0);
  }

  /** Another screen in place of this one in the history. */
  replace(address: string): void {
    history.replaceState(null, "", address);
    this.place = here();
  }

  /** The same screen under another address, without a step in the history. */
  rename(address: string): void {
    history.replaceState(null, "", address);
  }

  #follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain =
      event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download"))
      return;
    const within = link.hash !== "" && link.pathname === location.pathname;
    if (within || link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  };
}

export const router = new Router();
