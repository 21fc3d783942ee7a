// A WebSocket without a network: the test plays the server.
import type { Incoming } from "../src/lib/wire";

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  /** The requests that were sent, oldest first. */
  readonly sent: Record<string, unknown>[] = [];

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static get latest(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error("no connection was made");
    return socket;
  }

  get query(): URLSearchParams {
    return new URL(this.url).searchParams;
  }

  /** The last request that was sent. */
  get request(): Record<string, unknown> {
    return this.sent.at(-1) ?? {};
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server says something. */
  receive(...messages: Incoming<"routes">[]): void {
    for (const message of messages) {
      this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
    }
  }

  /** The connection breaks. */
  break(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason } as CloseEvent);
  }
}
