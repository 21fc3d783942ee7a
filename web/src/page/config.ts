// What whoever put the page on the web has set, in config.json beside index.html.
import type { Config } from "./files";

let server: Promise<URL | null> | null = null;

/** The server for games with other people, where one is set. */
export function configuredServer(): Promise<URL | null> {
  return (server ??= readServer());
}

async function readServer(): Promise<URL | null> {
  const answer = await fetch("config.json").catch(() => null);
  if (!answer?.ok) return null;
  const config = (await answer.json().catch(() => ({}))) as Config;
  return webAddress(config.server);
}

/** An address that a link may lead to; anything else counts as none. */
export function webAddress(text: unknown): URL | null {
  if (typeof text !== "string" || !URL.canParse(text)) return null;
  const address = new URL(text);
  return /^https?:$/.test(address.protocol) ? address : null;
}

/** The set-up of a game with open seats at that server. */
export function setupAt(server: URL, game: string | null): string {
  const address = new URL("/", server);
  if (game !== null) address.search = new URLSearchParams({ setup: game, mode: "invite" }).toString();
  return address.href;
}
