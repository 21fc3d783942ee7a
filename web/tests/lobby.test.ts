// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LobbyChanges, LobbyTable } from "../src/generated/messages";
import { Lobby } from "../src/lib/lobby.svelte";
import { FakeSocket } from "./fake-socket";

let lobby: Lobby;
let hidden = false;

function table(id: string, changed: Partial<LobbyTable> = {}): LobbyTable {
  return {
    table: id,
    game: "london",
    options: {},
    names: ["Aoi", "Player 2"],
    kinds: ["person", "open"],
    levels: [null, null],
    open: [1],
    started: false,
    clock_minutes: null,
    created: 1000,
    ...changed,
  };
}

function send(changes: Partial<LobbyChanges>): void {
  const data = JSON.stringify({ now: 2000, changed: [], gone: [], ...changes });
  FakeSocket.latest.onmessage?.(new MessageEvent("message", { data }));
}

function look(visible: boolean): void {
  hidden = !visible;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_900_000 });
  vi.stubGlobal("WebSocket", FakeSocket);
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  FakeSocket.all = [];
  hidden = false;
  lobby = new Lobby();
});

afterEach(() => {
  lobby.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("shows tables with an open seat first, then the newest", () => {
  expect(lobby.tables).toBeNull();
  send({ changed: [table("a", { open: [], created: 3000 }), table("b"), table("c", { created: 1500 })] });
  expect(lobby.tables?.map((one) => one.table)).toEqual(["c", "b", "a"]);
});

it("follows the differences", () => {
  send({ changed: [table("a"), table("b")] });
  send({ changed: [table("a", { open: [] })], gone: ["b"] });
  expect(lobby.tables?.map((one) => [one.table, one.open])).toEqual([["a", []]]);
});

it("tells ages by the clock here", () => {
  send({ changed: [table("a")] });
  expect(lobby.created(table("a"))).toBe(900_000);
});

it("connects again, and starts anew then", () => {
  send({ changed: [table("a")] });
  FakeSocket.latest.break();
  vi.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(2);
  send({ changed: [] });
  expect(lobby.tables).toEqual([]);
});

it("has no connection while nobody looks", () => {
  look(false);
  expect(FakeSocket.latest.readyState).toBe(3);
  look(true);
  expect(FakeSocket.all).toHaveLength(2);
});
