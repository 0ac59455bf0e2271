import { expect, test } from "vitest";
import { mapStrings } from "./map-texts";

test("changes each text, and no name of a property", () => {
  const data = { a: ["a", { a: "ba" }], b: null, c: 1 };
  expect(mapStrings(data, (text) => text.toUpperCase())).toEqual({ a: ["A", { a: "BA" }], b: null, c: 1 });
});
