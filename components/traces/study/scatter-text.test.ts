import { expect, test } from "vitest";
import { olderThanListText, scatterSentence } from "./scatter-text";

test("an empty window is told with conditions only where there are some", () => {
  expect(scatterSentence({ points: [] }, false)).toBe("No request lies in this window.");
  expect(scatterSentence({ points: [] }, true)).toBe(
    "No request lies in this window that meets the conditions.",
  );
});

test("what was read before the list says when", () => {
  const listAsOfMs = Date.UTC(2026, 10, 22, 18, 40, 30);
  expect(olderThanListText(listAsOfMs - 45_000, listAsOfMs, "UTC")).toEqual([
    "Read at 18:39:45, before the list.",
  ]);
  expect(olderThanListText(listAsOfMs - 1_000, listAsOfMs, "UTC")).toEqual([]);
  expect(olderThanListText(listAsOfMs + 1_000, listAsOfMs, "UTC")).toEqual([]);
  expect(olderThanListText(listAsOfMs - 45_000, null, "UTC")).toEqual([]);
});
