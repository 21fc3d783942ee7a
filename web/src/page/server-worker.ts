// The server worker: Ekiben's own server app in Pyodide, spoken to in the words of `protocol.ts`.
import { MissingFile } from "./downloads";
import { PythonApp, type Services } from "./python-app";
import { PageStorage } from "./storage";
import { startThinking } from "./start-thinking";
import type { Answer, Ask, Failure, FromServer, Open, ToServer } from "./protocol";

let app: Promise<PythonApp> | null = null;
const storage = new PageStorage((problem) => tell({ storage: problem }));

function tell(message: FromServer, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

/** What the app keeps its tables in and thinks with. */
function services(base: string): Promise<Services> {
  return Promise.resolve({ storage, thinking: startThinking(base) });
}

async function start(base: string): Promise<PythonApp> {
  const found = await services(base);
  const started = await PythonApp.start(base, found, (stage, part) =>
    tell({ progress: { stage, part } }),
  );
  tell({ ready: true });
  return started;
}

async function hear(message: ToServer): Promise<void> {
  if ("decide" in message) {
    storage.decide(message.decide);
    return;
  }
  if ("start" in message) app ??= start(message.start);
  if (app === null) throw new Error("the first message must say where the files are");
  const server = await app;
  if ("ask" in message) await answer(server, message);
  else if ("open" in message) open(server, message);
  else if ("say" in message) server.page.say(message.say, message.text);
  else if ("shut" in message) server.page.shut(message.shut);
}

async function answer(server: PythonApp, asked: Ask): Promise<void> {
  const { ask, method, path, language, body } = asked;
  try {
    const [status, type, found] = await server.http(method, path, language, body);
    const message: Answer = { answer: ask, status, type, body: found };
    tell(message, typeof found === "string" ? [] : [found.buffer]);
  } catch (error) {
    const text = JSON.stringify({ error: { code: "server", text: String(error) } });
    tell({ answer: ask, status: 500, type: "application/json", body: text });
    throw error;
  }
}

function open(server: PythonApp, { open: socket, path }: Open): void {
  server.page.open(socket, path, (kind, text, code, reason) =>
    tell({ socket, kind, text, code, reason }),
  );
}

/** A start that fails, or memory that is used up, ends the server; other faults are bugs to be told. */
function fail(error: unknown, starting: boolean): void {
  const why = reasonOf(error);
  console.error(error);
  if (starting || why === "memory") tell({ failed: String(error), why });
}

/** Which advice fits. */
function reasonOf(error: unknown): Failure {
  if (typeof WebAssembly === "undefined") return "no-wasm";
  if (error instanceof MissingFile) return "file";
  return /out of memory|allocat|MemoryError/i.test(String(error)) ? "memory" : "other";
}

addEventListener("message", ({ data }: MessageEvent<ToServer>) => {
  hear(data).catch((error: unknown) => fail(error, "start" in data));
});
