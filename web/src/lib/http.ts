// Requests to the server. A refusal is thrown as a HttpProblem with the server's own words.
import { request } from "./transport";

export class HttpProblem extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
  ) {
    super(text);
  }
}

export async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const headers = new Headers(init?.headers);
  headers.set("accept-language", document.documentElement.lang);
  const answer = await request(path, { ...init, headers }).catch(() => {
    throw new HttpProblem("network", "", 0);
  });
  const body: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw problem(body, answer.status);
  return body as T;
}

export function post<T>(path: string, body: unknown): Promise<T> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return ask<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: text,
  });
}

function problem(body: unknown, status: number): HttpProblem {
  const error = (body as { error?: { code: string; text: string } } | null)?.error;
  return new HttpProblem(error?.code ?? "server", error?.text ?? `HTTP ${status}`, status);
}
