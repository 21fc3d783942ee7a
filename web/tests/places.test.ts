// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { postName, type PlaceFacts } from "../src/tokyo/places";

const facts: PlaceFacts = {
  cities: [
    { id: "a", kind: "small", posts: [0], box: [0, 0, 1, 1], outline: "", names: { en: "Ageo" } },
  ],
  ports: [{ id: "p", names: { en: "Uraga" }, post: 2 }],
  places: {
    towns: [0, 0, 1],
    bearings: [0, 1, 0],
    texts: { en: ["{town}", "1 post east of {town}"] },
  },
};

it("tells posts by the server's words and the town's name", () => {
  const names = [0, 1, 2].map((post) => postName(facts, post));
  expect(names).toEqual(["Ageo", "1 post east of Ageo", "Uraga"]);
});
