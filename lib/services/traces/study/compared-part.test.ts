import { expect, test } from "vitest";
import { createAnalysedRequests } from "@/tests/support/traces/analysed-requests";
import { findComparableRequests } from "./compared-part";

const startMs = 1_780_000_000_000;
const covered = { startMs, endMs: startMs + 300_000 };
/** One request per second, each 10 s long. The last ones end after the read part. */
const steady = createAnalysedRequests(300, (index) => ({ startMs: index * 1_000, decodeMs: 9_972 }));

test("counts requests by their end, from when all that ended are known to have been read and arrived", () => {
  const part = findComparableRequests(steady, covered, covered.endMs);
  expect(part).toMatchObject({
    kind: "part",
    window: { startMs: startMs + 10_000, endMs: covered.endMs - 10_000 },
  });
  // One request ends in each of 280 seconds, and none of them is missing.
  expect(part.kind === "part" && part.requests).toHaveLength(280);
});

test("compares a past window up to its end", () => {
  expect(findComparableRequests(steady, covered, covered.endMs + 60_000)).toMatchObject({
    window: { endMs: covered.endMs },
  });
});

test("compares only the time since the first stored trace", () => {
  const hour = { startMs: startMs - 3_300_000, endMs: covered.endMs };
  const part = findComparableRequests(steady, hour, hour.endMs);
  expect(part).toMatchObject({
    window: { startMs: startMs + 10_000, endMs: hour.endMs - 10_000 },
    storedSinceMs: startMs + 10_000,
  });
});

test("gives the reason when too little time is left or there are no requests", () => {
  const short = findComparableRequests(steady, { startMs, endMs: startMs + 79_000 }, startMs + 79_000);
  expect(short).toMatchObject({
    kind: "none",
    reason: expect.stringMatching(
      /the longest took 10\ss\. The traces are complete for less than one minute,/,
    ),
  });
  expect(findComparableRequests([], covered, covered.endMs)).toMatchObject({ kind: "none" });
});
