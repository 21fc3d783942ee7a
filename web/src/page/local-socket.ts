// A socket to the server worker that its user takes for a WebSocket.
import { CLOSED, OPEN, type Socket } from "../lib/transport";
import type { Line, SocketNews } from "./protocol";

const NORMAL = 1000;

export class LocalSocket implements Socket {
  readyState = 0;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;

  constructor(
    readonly number: number,
    readonly line: Line,
  ) {}

  send = (text: string): void => {
    this.line.send({ say: this.number, text });
  };

  close = (): void => {
    if (this.readyState === CLOSED) return;
    this.line.send({ shut: this.number, code: NORMAL });
  };

  hear({ kind, text = "", code = NORMAL, reason = "" }: SocketNews): void {
    if (kind === "open") this.readyState = OPEN;
    else if (kind === "text") this.onmessage?.(new MessageEvent("message", { data: text }));
    else {
      this.readyState = CLOSED;
      this.onclose?.(new CloseEvent("close", { code, reason }));
    }
  }
}
