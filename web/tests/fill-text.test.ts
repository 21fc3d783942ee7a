import { describe, expect, it } from "vitest";
import { fillText } from "../src/lib/fill-text";

const TRAINS = "{count, plural, =0 {no trains} one {# train of {name}} other {# trains of {name}}}";

describe("fillText", () => {
  it("replaces every place by its value, as often as it is there", () => {
    expect(fillText("{a} and {b}, {a}", { a: "one", b: 2 }, "en")).toBe("one and 2, one");
  });

  it("keeps a place that has no value", () => {
    expect(fillText("{a} {missing-one}", { a: 0 }, "en")).toBe("0 {missing-one}");
  });

  it("asks the fallback only for places without a value", () => {
    const fallback = (place: string): string | undefined =>
      place === "wild" ? "joker" : undefined;
    expect(fillText("{wild} {card} {other}", { card: "red" }, "en", fallback)).toBe(
      "joker red {other}",
    );
    expect(fillText("{wild}", { wild: "mine" }, "en", fallback)).toBe("mine");
  });

  it("does not fill in a value that looks like a place", () => {
    expect(fillText("{a} {b}", { a: "{b}", b: "x" }, "en")).toBe("{b} x");
  });

  it.each([
    [0, "no trains"],
    [1, "1 train of Aoi"],
    [2, "2 trains of Aoi"],
    [21, "21 trains of Aoi"],
  ])("chooses the English form for %i", (count, expected) => {
    expect(fillText(TRAINS, { count, name: "Aoi" }, "en")).toBe(expected);
  });

  it("has one form in Japanese", () => {
    expect(fillText("{count, plural, one {#x} other {#本}}", { count: 1 }, "ja")).toBe("1本");
  });

  it("fills two plurals in one text", () => {
    const text =
      "{a, plural, one {# ship} other {# ships}}, {b, plural, one {# bus} other {# buses}}";
    expect(fillText(text, { a: 1, b: 3 }, "en")).toBe("1 ship, 3 buses");
  });

  it("uses the general form for what is no number", () => {
    expect(fillText(TRAINS, { count: "many", name: "Aoi" }, "en")).toBe("many trains of Aoi");
  });

  it("refuses a plural without a general form or a closing brace", () => {
    expect(() => fillText("{n, plural, one {#}}", { n: 1 }, "en")).toThrow("other");
    expect(() => fillText("{n, plural, other {#}", { n: 1 }, "en")).toThrow("brace");
  });
});
