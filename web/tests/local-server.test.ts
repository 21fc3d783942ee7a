// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { engine } from "../src/page/engine.svelte";
import { LocalServer } from "../src/page/local-server";
import type { Answer, Ask, FromServer, Line, ToServer } from "../src/page/protocol";

/** A line whose other end is the test. */
class FakeLine implements Line {
  sent: ToServer[] = [];
  restarts = 0;
  heard: (message: FromServer) => void = () => undefined;
  start = vi.fn();

  send(message: ToServer): void {
    this.sent.push(message);
  }

  restart(): void {
    this.restarts += 1;
    this.heard({ lost: true });
  }

  get asked(): Ask[] {
    return this.sent.filter((message) => "ask" in message);
  }

  answer(changed: Partial<Answer> = {}): void {
    const answer = this.asked.at(-1)?.ask ?? 0;
    this.heard({ answer, status: 200, type: "application/json", body: "{}", ...changed });
  }
}

let line: FakeLine;
let server: LocalServer;

beforeEach(() => {
  engine.reset();
  line = new FakeLine();
  server = new LocalServer(line);
});

/** Ask, and wait until the question is on the line. */
async function ask(path: string, init: RequestInit = {}): Promise<{ answered: Promise<Response> }> {
  const count = line.asked.length;
  const answered = server.request(path, init);
  await vi.waitFor(() => expect(line.asked.length).toBeGreaterThan(count));
  return { answered };
}

describe("requests", () => {
  it("go to the worker with language and body", async () => {
    const headers = { "accept-language": "ja" };
    const { answered } = await ask("/api/tables", { method: "POST", body: "{}", headers });
    expect(line.asked.at(-1)).toMatchObject({
      method: "POST",
      path: "/api/tables",
      language: "ja",
      body: "{}",
    });
    line.answer({ status: 201, body: '{"table":"abc"}' });
    const answer = await answered;
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ table: "abc" });
  });

  it("may be answered in another order", async () => {
    const first = await ask("/api/a");
    const second = await ask("/api/b");
    const [a, b] = line.asked;
    line.answer({ answer: b?.ask, body: '"b"' });
    line.answer({ answer: a?.ask, body: '"a"' });
    expect(await (await first.answered).json()).toBe("a");
    expect(await (await second.answered).json()).toBe("b");
  });

  it("may have no content", async () => {
    const { answered } = await ask("/api/tables/abc/sit", { method: "POST" });
    line.answer({ status: 204, body: "" });
    expect((await answered).status).toBe(204);
  });

  it("wait for a server that starts", async () => {
    const { answered } = await ask("/api/tables", { method: "POST" });
    line.heard({ progress: { stage: "python", part: 0.6 } });
    expect(engine.percent).toBe(60);
    line.heard({ ready: true });
    expect(engine.ready).toBe(true);
    line.answer();
    expect((await answered).ok).toBe(true);
  });
});

describe("pictures", () => {
  it("that no file has are drawn by the server, once", async () => {
    URL.createObjectURL = vi.fn(() => "blob:picture");
    const drawn = server.file("/api/picture/own.svg?language=en");
    expect(server.file("/api/picture/own.svg?language=en")).toBe(drawn);
    await vi.waitFor(() => expect(line.asked).toHaveLength(1));
    line.answer({ type: "image/svg+xml", body: "<svg/>" });
    expect(await drawn).toBe("blob:picture");
  });
});

describe("a server that does not start", () => {
  it("says why, and carries out later what was asked", async () => {
    const { answered } = await ask("/api/tables", { method: "POST", body: "{}" });
    line.heard({ failed: "bundle.zip: HTTP 404", why: "file" });
    expect(engine.failure?.why).toBe("file");
    engine.retry();
    expect(engine.failure).toBeNull();
    expect(line.restarts).toBe(1);
    expect(line.asked).toHaveLength(2);
    line.answer({ body: '"done"' });
    expect(await (await answered).json()).toBe("done");
  });
});

describe("a server that goes", () => {
  it("is asked again what changes nothing", async () => {
    line.heard({ ready: true });
    const { answered } = await ask("/api/tables/abc");
    line.heard({ lost: true });
    expect(line.asked).toHaveLength(2);
    line.answer({ body: '"here"' });
    expect(await (await answered).json()).toBe("here");
  });

  it("may have done what was asked: nobody asks twice", async () => {
    line.heard({ ready: true });
    const { answered } = await ask("/api/tables", { method: "POST" });
    line.heard({ lost: true });
    await expect(answered).rejects.toThrow("gone");
    expect(line.asked).toHaveLength(1);
  });
});

describe("sockets", () => {
  it("open, talk and close", () => {
    const socket = server.socket("/api/tables/abc/play?since=-1");
    const heard: string[] = [];
    const closed: CloseEvent[] = [];
    socket.onmessage = ({ data }) => heard.push(data);
    socket.onclose = (event) => closed.push(event);
    expect(line.sent).toEqual([{ open: 1, path: "/api/tables/abc/play?since=-1" }]);
    line.heard({ socket: 1, kind: "open" });
    expect(socket.readyState).toBe(1);
    line.heard({ socket: 1, kind: "text", text: "hello" });
    socket.send("act");
    line.heard({ socket: 1, kind: "close", code: 4004, reason: "no-table" });
    expect(heard).toEqual(["hello"]);
    expect(line.sent.at(-1)).toEqual({ say: 1, text: "act" });
    expect(closed[0]).toMatchObject({ code: 4004, reason: "no-table" });
    expect(socket.readyState).toBe(3);
  });

  it("break when the server goes, so that their users connect again", () => {
    const socket = server.socket("/api/lobby");
    const closed = vi.fn();
    socket.onclose = closed;
    line.heard({ ready: true });
    line.heard({ lost: true });
    expect(closed).toHaveBeenCalledOnce();
    socket.close();
    expect(line.sent).toHaveLength(1);
  });
});
