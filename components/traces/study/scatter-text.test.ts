import { expect, test } from "vitest";
import { olderThanListText, scatterSentence } from "./scatter-text";

test("mentions filters in an empty window only if there are some", () => {
  expect(scatterSentence({ points: [] }, false)).toBe("No request was found in this window.");
  expect(scatterSentence({ points: [] }, true)).toBe(
    "No request was found in this window that matches the filters.",
  );
});

test("states the load time if the traces are older than the list", () => {
  const listAsOfMs = Date.UTC(2026, 10, 22, 18, 40, 30);
  expect(olderThanListText(listAsOfMs - 45_000, listAsOfMs, "UTC")).toEqual([
    "These requests were loaded at 18:39:45, before the trace list.",
  ]);
  expect(olderThanListText(listAsOfMs - 1_000, listAsOfMs, "UTC")).toEqual([]);
  expect(olderThanListText(listAsOfMs + 1_000, listAsOfMs, "UTC")).toEqual([]);
  expect(olderThanListText(listAsOfMs - 45_000, null, "UTC")).toEqual([]);
});
