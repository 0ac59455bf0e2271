import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestWord } from "./nearest-word";

const candidates = ["engine", "title", "selectors", "pools", "of"];

test.each([
  ["engin", "engine"],
  ["enigne", "engine"],
  ["Engine", "engine"],
  ["selector", "selectors"],
  ["pool", "pools"],
  ["titel", "title"],
  ["colour", undefined],
  ["on", undefined],
  ["", undefined],
])("suggests for %s: %s", (written, suggested) => {
  expect(nearestWord(written, candidates)).toBe(suggested);
});

test("recognizes a six-letter word with one added, missing or changed letter", () => {
  fc.assert(
    fc.property(fc.nat(5), fc.constantFrom("x", ""), (index, put) => {
      const written = `engine`.slice(0, index) + put + `engine`.slice(index + 1);
      expect(nearestWord(written, candidates)).toBe("engine");
    }),
  );
});
