// The server of a page without a network: requests and sockets go to the server worker.
import type { Language } from "../lib/settings.svelte";
import type { Socket, Transport } from "../lib/transport";
import { staticAnswer, staticPicture } from "./answers";
import { withBoards } from "./boards.svelte";
import { engine } from "./engine.svelte";
import { LocalSocket } from "./local-socket";
import { news } from "./news.svelte";
import { askToPersist } from "./persistence";
import type { Answer, Ask, Failed, FromServer, Line, SocketNews } from "./protocol";

const MADE = 201; // the status of a new table
const BROKEN = 1006; // the code of a connection that broke

interface Waiting {
  message: Ask;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

export class LocalServer implements Transport {
  #numbers = 0;
  #waiting = new Map<number, Waiting>();
  #sockets = new Map<number, LocalSocket>();
  #files = new Map<string, Promise<string>>();

  constructor(readonly line: Line) {
    line.heard = (message) => this.#hear(message);
    engine.retry = () => this.#retry();
  }

  request = async (path: string, init: RequestInit): Promise<Response> => {
    const language = languageOf(init);
    const method = init.method === "POST" ? "POST" : "GET";
    const known = method === "GET" ? await knownAnswer(path, language) : undefined;
    if (known !== undefined) return Response.json(withBoards(path, known));
    const body = typeof init.body === "string" ? init.body : "";
    const answer = await this.#ask({ method, path, language, body });
    if (method === "POST" && answer.status === MADE) void askToPersist(); // there is something to lose
    return responseOf(answer);
  };

  socket = (path: string): Socket => {
    const number = ++this.#numbers;
    const socket = new LocalSocket(number, this.line);
    this.#sockets.set(number, socket);
    this.line.send({ open: number, path });
    return socket;
  };

  /** A picture of the page's folder, or one that the server draws. */
  file = (path: string): string | Promise<string> => {
    const known = staticPicture(path, document.documentElement.lang) ?? this.#files.get(path);
    if (known !== undefined) return known;
    const drawn = this.#blob(path);
    this.#files.set(path, drawn);
    return drawn;
  };

  async #blob(path: string): Promise<string> {
    const answer = await this.request(path, {});
    return answer.ok ? URL.createObjectURL(await answer.blob()) : "";
  }

  #ask(asked: Omit<Ask, "ask">): Promise<Answer> {
    const message: Ask = { ask: ++this.#numbers, ...asked };
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.ask, { message, resolve, reject });
      this.line.send(message);
    });
  }

  #hear(message: FromServer): void {
    if ("answer" in message) this.#answer(message);
    else if ("socket" in message) this.#tellSocket(message);
    else if ("progress" in message) engine.advance(message.progress);
    else if ("ready" in message) engine.finish();
    else if ("failed" in message) this.#fail(message);
    else if ("storage" in message) news.storage = message.storage;
    else this.#lose();
  }

  #answer(answer: Answer): void {
    this.#waiting.get(answer.answer)?.resolve(answer);
    this.#waiting.delete(answer.answer);
  }

  #tellSocket(news: SocketNews): void {
    this.#sockets.get(news.socket)?.hear(news);
    if (news.kind === "close") this.#sockets.delete(news.socket);
  }

  #fail(failure: Failed): void {
    if (engine.ready) this.#lose();
    engine.fail(failure);
  }

  /** The server has gone: ask the next one what can be asked twice; the rest fails as in a broken network. */
  #lose(): void {
    const worked = engine.ready;
    engine.reset();
    for (const waiting of [...this.#waiting.values()]) {
      const { message } = waiting;
      if (!worked || message.method === "GET") this.line.send(message);
      else this.#giveUp(waiting);
    }
    for (const { number } of [...this.#sockets.values()]) {
      this.#tellSocket({ socket: number, kind: "close", code: BROKEN });
    }
  }

  /** Nobody knows whether it was done. */
  #giveUp({ message, reject }: Waiting): void {
    this.#waiting.delete(message.ask);
    reject(new Error("the server has gone"));
  }

  #retry(): void {
    engine.reset();
    this.line.restart();
  }
}

/** An answer out of the page's folder; without its file the server knows it too. */
function knownAnswer(path: string, language: Language): Promise<unknown> {
  return staticAnswer(path, language).catch(() => undefined);
}

function languageOf(init: RequestInit): Language {
  return new Headers(init.headers).get("accept-language") === "ja" ? "ja" : "en";
}

function responseOf({ status, type, body }: Answer): Response {
  const empty = status === 204 || status === 304;
  return new Response(empty ? null : body, { status, headers: { "content-type": type } });
}
