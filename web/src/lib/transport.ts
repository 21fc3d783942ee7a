// How the client reaches the server: over the network, or by whatever else was put in its place.

/** What tables and the lobby use of a WebSocket. */
export interface Socket {
  readonly readyState: number;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send: (text: string) => void;
  close: () => void;
}

/** The states of a socket are numbers, as everywhere on the web. */
export const OPEN = 1;
export const CLOSED = 3;

export interface Transport {
  request: (path: string, init: RequestInit) => Promise<Response>;
  socket: (path: string) => Socket;
  /** Where the browser itself finds a file of the server, such as a picture. */
  file: (path: string) => string | Promise<string>;
}

const network: Transport = {
  request: (path, init) => fetch(path, { credentials: "same-origin", ...init }),
  socket: (path) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}${path}`);
  },
  file: (path) => path,
};

let transport = network;

/** Reach the server in another way; before anything is asked. */
export function useTransport(other: Transport): void {
  transport = other;
}

export function request(path: string, init: RequestInit): Promise<Response> {
  return transport.request(path, init);
}

export function openSocket(path: string): Socket {
  return transport.socket(path);
}

export function fileAt(path: string): string | Promise<string> {
  return transport.file(path);
}
