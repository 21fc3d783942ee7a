// The server worker: Ekiben's own server app in Pyodide, spoken to in the words of `protocol.ts`.
import { MissingFile } from "./downloads";
import { PythonApp, type Services } from "./python-app";
import { PageStorage } from "./storage";
import { startThinking } from "./start-thinking";
import type { Answer, Ask, Failure, FromServer, Open, Say, Shut, ToServer } from "./protocol";

let app: Promise<PythonApp> | null = null;
const storage = new PageStorage((problem) => tell({ storage: problem }));

function tell(message: FromServer, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

/** What the app keeps its tables in and thinks with. */
function services(base: string): Promise<Services> {
  return Promise.resolve({ storage, thinking: startThinking(base) });
}

function start(base: string): Promise<PythonApp> {
  const started = services(base).then((found) =>
    PythonApp.start(base, found, (stage, part) => tell({ progress: { stage, part } })),
  );
  started.then(() => tell({ ready: true })).catch(fail);
  return started;
}

/** Do what a message says; one that comes before the app is there waits for it. */
async function hear(message: ToServer): Promise<void> {
  if ("start" in message) app ??= start(message.start);
  else if ("decide" in message) storage.decide(message.decide);
  else await pass(message);
}

async function pass(message: Ask | Open | Say | Shut): Promise<void> {
  const server = await app?.catch(() => null); // why there is none has been told
  if (!server) return;
  if ("ask" in message) await answer(server, message);
  else if ("open" in message) open(server, message);
  else if ("say" in message) server.page.say(message.say, message.text);
  else server.page.shut(message.shut);
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

/** Without memory nothing goes on; other faults are bugs to be told. */
function complain(error: unknown): void {
  console.error(error);
  if (reasonOf(error) === "memory") fail(error);
}

function fail(error: unknown): void {
  tell({ failed: String(error), why: reasonOf(error) });
}

/** Which advice fits. */
function reasonOf(error: unknown): Failure {
  if (typeof WebAssembly === "undefined") return "no-wasm";
  if (error instanceof MissingFile) return "file";
  return /out of memory|allocat|MemoryError/i.test(String(error)) ? "memory" : "other";
}

addEventListener("message", ({ data }: MessageEvent<ToServer>) => {
  hear(data).catch(complain);
});
