// What opens a seat: a link is exchanged once for a token, which the browser chooses itself. It is noted until the server has
// answered, so that the same can be asked again; afterwards it is in a cookie that no script reads.
import type {
  Join,
  LinkInfo,
  LookAtLink,
  MakeLink,
  Reset,
  SeatLink,
  Sit,
} from "../generated/messages";
import { HttpProblem, post } from "./http";

type Asked =
  | { path: "sit"; body: Sit }
  | { path: "join"; body: Join }
  | { path: "reset"; body: Reset };

const key = (table: string): string => `ekiben-asked-${table}`;

export async function exchange(table: string, token: string, name: string): Promise<void> {
  const before = notedSit(table, token);
  await ask(table, before ?? { path: "sit", body: { token, name, fresh: freshToken() } });
}

/** The exchange of this link that had no answer yet. */
function notedSit(table: string, token: string): Asked | null {
  const before = noted(table);
  return before?.path === "sit" && before.body.token === token ? before : null;
}

/** Take an open seat of a table in the lobby. */
export function joinTable(table: string, name: string): Promise<void> {
  return ask(table, { path: "join", body: { name, fresh: freshToken() } });
}

/** What a link opens; it can still be used afterwards. */
export async function linkOpens(table: string, token: string): Promise<LinkInfo["opens"]> {
  if (notedSit(table, token)) return "own";
  const wish: LookAtLink = { token };
  return (await post<LinkInfo>(`/api/tables/${table}/links/look`, wish)).opens;
}

/** No other device and no link opens the seat any more. */
export function resetSeat(table: string, seat: number): Promise<void> {
  return ask(table, { path: "reset", body: { seat, fresh: freshToken() } });
}

/** Ask again what had no answer. */
export async function askAgain(table: string): Promise<void> {
  const before = noted(table);
  if (before) await ask(table, before);
}

/** A link that opens the seat once. */
export async function makeLink(table: string, seat: number): Promise<string> {
  const wish: MakeLink = { seat };
  return (await post<SeatLink>(`/api/tables/${table}/links`, wish)).link;
}

async function ask(table: string, asked: Asked): Promise<void> {
  note(table, asked);
  try {
    await post(`/api/tables/${table}/${asked.path}`, asked.body);
  } catch (error) {
    if (!(error instanceof HttpProblem) || isAnswer(error.status)) note(table, null);
    throw error;
  }
  note(table, null);
}

/** Refused for good; else it may have been done, or may be done later. */
function isAnswer(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

/** A token that opens a seat, once the server knows it. */
export function freshToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

function noted(table: string): Asked | null {
  try {
    return JSON.parse(localStorage.getItem(key(table)) ?? "null") as Asked | null;
  } catch {
    return null;
  }
}

function note(table: string, asked: Asked | null): void {
  try {
    if (asked) localStorage.setItem(key(table), JSON.stringify(asked));
    else localStorage.removeItem(key(table));
  } catch {
    /* without a store nothing can be asked again */
  }
}
