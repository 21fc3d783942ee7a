import { describe, expect, it } from "vitest";
import type { TermInfo } from "../src/generated/messages";
import { findTerms } from "../src/learn/terms";

const term = (id: string, ...forms: string[]): TermInfo => ({
  id,
  name: id,
  forms,
  text: "",
  section: "",
});
const ENGLISH = [
  term("route", "route", "routes"),
  term("grey-route", "grey route", "grey routes"),
  term("port", "port", "ports"),
];
const JAPANESE = [
  term("route", "ルート"),
  term("grey-route", "灰色のルート"),
  term("station", "駅"),
  term("harbour", "港"),
  term("port", "港町"),
];

const found = (text: string, terms: TermInfo[]): string[] =>
  findTerms(text, terms).flatMap((part) => (part.term ? [`${part.words}=${part.term.id}`] : []));

describe("findTerms", () => {
  it("keeps the text as it is", () => {
    const text = "Grey routes, a route, and no port.";
    const parts = findTerms(text, ENGLISH).map((part) => part.words);
    expect(parts.join("")).toBe(text);
    expect(findTerms(text, [])).toEqual([{ words: text }]);
  });

  it("takes the longest term, each once, in any case", () => {
    expect(found("Grey routes are routes; routes are claimed.", ENGLISH)).toEqual([
      "Grey routes=grey-route",
      "routes=route",
    ]);
  });

  it("finds whole words only", () => {
    expect(found("Portland, transport, en-route, port2", ENGLISH)).toEqual([]);
    expect(found("(port)", ENGLISH)).toEqual(["port=port"]);
  });

  it("leaves names of places alone", () => {
    const terms = [...ENGLISH, term("", "Port Elgin")];
    expect(found("Port Elgin is not a port.", terms)).toEqual(["port=port"]);
  });

  it("knows where a Japanese word ends", () => {
    expect(found("灰色のルートと港町、港の駅です。", JAPANESE)).toEqual([
      "灰色のルート=grey-route",
      "港町=port",
      "港=harbour",
      "駅=station",
    ]);
    expect(found("駅弁、東京駅、ルートビア", JAPANESE)).toEqual([]);
  });
});
