import { expect, test } from "vitest";
import { olderWords, scatterSentence } from "./scatter-words";

test("an empty window is told with conditions only where there are some", () => {
  expect(scatterSentence({ points: [] }, false)).toBe("No request lies in this window.");
  expect(scatterSentence({ points: [] }, true)).toBe(
    "No request lies in this window that meets the conditions.",
  );
});

test("what was read before the list says when", () => {
  const listAsOfMs = Date.UTC(2026, 10, 22, 18, 40, 30);
  expect(olderWords(listAsOfMs - 45_000, listAsOfMs, "UTC")).toEqual(["Read at 18:39:45, before the list."]);
  expect(olderWords(listAsOfMs - 1_000, listAsOfMs, "UTC")).toEqual([]);
  expect(olderWords(listAsOfMs + 1_000, listAsOfMs, "UTC")).toEqual([]);
  expect(olderWords(listAsOfMs - 45_000, null, "UTC")).toEqual([]);
});
