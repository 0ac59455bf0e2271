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
])("%s means %s", (written, suggested) => {
  expect(nearestWord(written, candidates)).toBe(suggested);
});

test("one letter more, less or other in a word of six letters is always understood", () => {
  fc.assert(
    fc.property(fc.nat(5), fc.constantFrom("x", ""), (index, put) => {
      const written = `engine`.slice(0, index) + put + `engine`.slice(index + 1);
      expect(nearestWord(written, candidates)).toBe("engine");
    }),
  );
});
