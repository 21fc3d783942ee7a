// @vitest-environment happy-dom
// The router and addresses of the page, where the path of a screen follows the `#`.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

type Addresses = typeof import("../src/lib/addresses");
type RouterModule = typeof import("../src/lib/router.svelte");

let addresses: Addresses;
let router: RouterModule["router"];

beforeAll(async () => {
  vi.stubGlobal("__PAGE__", true);
  addresses = await import("../src/lib/addresses");
  router = (await import("../src/lib/router.svelte")).router;
});

beforeEach(() => {
  vi.stubGlobal("__PAGE__", true);
  vi.stubGlobal("scrollTo", vi.fn());
  router.replace("/");
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** Click on a link; true if the router has followed it itself. */
function click(href: string, attributes: Record<string, string> = {}): boolean {
  const link = document.createElement("a");
  link.setAttribute("href", href);
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  document.body.append(link);
  let followed = false;
  const end = (event: Event): void => {
    followed = event.defaultPrevented;
    event.preventDefault(); // no test goes to another page
  };
  addEventListener("click", end, { once: true });
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return followed;
}

describe("addresses", () => {
  it("puts the path of a screen behind the #", () => {
    expect(addresses.at("/rules/RT-4.6")).toBe("#/rules/RT-4.6");
  });

  it("makes an address for others out of where the page lies", () => {
    const address = new URL(addresses.addressOf("/puzzles/abc"));
    expect(address.pathname).toBe(location.pathname);
    expect(address.hash).toBe("#/puzzles/abc");
  });
});

describe("the place", () => {
  it("is home without a path", () => {
    expect(router.place.path).toBe("/");
  });

  it("has path, query and fragment of their own", () => {
    router.go("/replay?table=abc&eyes=1#ply=7");
    expect(location.hash).toBe("#/replay?table=abc&eyes=1#ply=7");
    expect(router.place.path).toBe("/replay");
    expect(router.place.query.get("table")).toBe("abc");
    expect(router.place.hash).toBe("#ply=7");
  });

  it("follows a fragment that was renamed", () => {
    router.go("/replay?table=abc");
    router.renameFragment("#ply=3");
    expect(location.hash).toBe("#/replay?table=abc#ply=3");
    expect(router.fragment).toBe("#ply=3");
  });

  it("follows the browser's back button", () => {
    router.go("/rules");
    history.replaceState(null, "", "#/learn");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(router.place.path).toBe("/learn");
  });
});

describe("links", () => {
  it("are followed without loading the page", () => {
    expect(click("#/t/abc")).toBe(true);
    expect(router.place.path).toBe("/t/abc");
  });

  it("to a place on the screen leave the address alone", () => {
    router.go("/rules");
    const main = document.createElement("main");
    main.id = "main";
    main.scrollIntoView = vi.fn();
    document.body.append(main);
    expect(click("#main")).toBe(true);
    expect(document.activeElement).toBe(main);
    expect(location.hash).toBe("#/rules");
  });

  it.each([
    ["to another page", "https://example.org/#/t/abc", {}],
    ["to another window", "#/t/abc", { target: "_blank" }],
    ["to a file", "/api/tables/abc/record", { download: "" }],
  ])("%s are left to the browser", (_what, href, attributes) => {
    expect(click(href, attributes)).toBe(false);
    expect(router.place.path).toBe("/");
  });
});
