import { allSources, createScopedKey } from "@/lib/model/sources/source-scope";
import { afterEach, expect, test } from "vitest";
import { deleteProcessState } from "@/lib/server/process-state";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { cacheAnswer, findCachedAnswer, computeValidUntilMs } from "./answer-cache";

const key = createScopedKey(allSources, "key");
const startMs = 1_800_000_000_000;
const answer = createEmptyAnswer({ startMs: startMs - 60_000, stepMs: 15_000, pointCount: 5 });

afterEach(() => deleteProcessState("signals-answers"));

test("returns a cached answer until the next point, headline or shared read is due", () => {
  cacheAnswer(key, answer, startMs + 1_200);
  expect(findCachedAnswer(key, startMs + 4_999)).toBe(answer);
  expect(findCachedAnswer(key, startMs + 5_000)).toBeUndefined();
  expect(findCachedAnswer(createScopedKey(allSources, "another"), startMs + 2_000)).toBeUndefined();
});

test("does not return an answer of a time before which the clock was set back", () => {
  cacheAnswer(key, answer, startMs + 300_000);
  expect(findCachedAnswer(key, startMs)).toBeUndefined();
});

test("does not cache a stale answer", () => {
  cacheAnswer(key, { ...answer, stale: { sinceMs: startMs, code: "source-slow", reason: "" } }, startMs);
  expect(findCachedAnswer(key, startMs + 1)).toBeUndefined();
});

test.each([
  ["a coarse grid waits for the slot", 60_000, 1_000, 5_000],
  ["a fine grid waits for its next point", 2_000, 3_100, 4_000],
  ["a step that slots do not divide", 7_000, 6_500, 7_000],
  ["headlines move every five seconds", 4_000, 4_100, 5_000],
  ["at a boundary the next one counts", 1_000, 5_000, 6_000],
])("%s", (_, stepMs, requestedMs, untilMs) => {
  // A time at which a slot of every step starts.
  const zeroMs = 420_000 * 4_000_000;
  expect(computeValidUntilMs(zeroMs + requestedMs, stepMs) - zeroMs).toBe(untilMs);
});
