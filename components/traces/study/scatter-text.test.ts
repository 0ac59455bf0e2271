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

test("relates the longest request to the slowest one in the page's headline", () => {
  const points = [33.2, 2].map((seconds) => ({
    traceId: String(seconds),
    startMs: 0,
    durationNs: seconds * 1e9,
    outcome: "success" as const,
  }));
  const lastSentences = (slowestListedNs: number | null): string =>
    scatterSentence({ points }, false, slowestListedNs)
      .replaceAll("\u202F", " ")
      .replace("Start and duration of 2 requests, none failed. ", "");
  expect(lastSentences(null)).toBe("The longest took 33.2 s.");
  expect(lastSentences(33.2e9)).toBe("The longest took 33.2 s.");
  expect(lastSentences(36.3e9)).toBe(
    "The longest took 33.2 s. The slowest trace of the list (36.3 s) is not among them.",
  );
  expect(lastSentences(12e9)).toBe(
    "The longest took 33.2 s. It is not in the list, whose slowest trace took 12 s.",
  );
});
