import { expect, test } from "vitest";
import { fixtureBlockMs, fixtureStartMs, measureRequests } from "./fixtures";
import { chooseSearchedHistory, findDriftWindow } from "./drift-window";
import type { BlocksWithLoad } from "./signal-spread";

const minutes = (count: number, requests: number): number[] => Array.from({ length: count }, () => requests);
const historyOf = (...requests: readonly number[][]): BlocksWithLoad => ({
  measured: measureRequests(requests.flat()),
});
const windowOf = (startMinute: number) => ({
  startMs: fixtureStartMs + startMinute * fixtureBlockMs,
  endMs: fixtureStartMs + (startMinute + 60) * fixtureBlockMs,
});
/** One request per second. */
const load = { requestsPerInstance: 1, promptTokens: null, outputTokens: null };

test("the last hour is compared if its load is within 20 % of the baseline", () => {
  expect(findDriftWindow(historyOf(minutes(120, 70)), load)).toEqual({ kind: "found", window: windowOf(60) });
});

test("an earlier hour is compared if only the last one has another load", () => {
  const found = findDriftWindow(historyOf(minutes(120, 60), minutes(60, 120)), load);
  // 12 of 60 minutes with twice the load are 20 % more requests; steps are 5 minutes.
  expect(found).toEqual({ kind: "found", window: windowOf(70) });
});

test("reports the load of the last hour if no hour has the load of the baseline", () => {
  expect(findDriftWindow(historyOf(minutes(60, 240), minutes(60, 120)), load)).toEqual({
    kind: "none",
    reason: { kind: "load-differs", differences: [{ measure: "requestsPerInstance", ratio: 2 }] },
    earlierKinds: [],
  });
});

test("reports the reasons of earlier hours that differ from that of the last hour", () => {
  const history: BlocksWithLoad = {
    ...historyOf(minutes(60, 240), minutes(60, 60), minutes(60, 0)),
    isExcluded: (block) => block >= 60 && block < 120,
  };
  expect(findDriftWindow(history, load)).toEqual({
    kind: "none",
    reason: { kind: "few-requests", requestCount: 0, neededCount: 59 },
    earlierKinds: ["excluded", "load-differs"],
  });
});

test("requests are counted per ready instance if their number is known", () => {
  const history = historyOf(minutes(60, 240));
  expect(findDriftWindow(history, load).kind).toBe("none");
  expect(findDriftWindow({ ...history, instanceCounts: minutes(60, 4) }, load).kind).toBe("found");
});

test("an hour whose requests queue because they finish slower has the load of the baseline", () => {
  const { measured } = historyOf(minutes(60, 42));
  const gauges = {
    waiting: { unit: "requests" as const, blocks: minutes(60, 0).map((_, block) => 18 * block) },
  };
  const queueing: BlocksWithLoad = {
    measured: { ...measured, gauges },
    requestCounting: { isOnArrival: false, inFlightSignals: ["waiting"] },
  };
  // 42 requests finish per minute, and 18 more wait: 60 arrive.
  expect(findDriftWindow(queueing, load)).toEqual({ kind: "found", window: windowOf(0) });
});

test.each([
  [
    "few requests",
    historyOf(minutes(59, 0), [58]),
    { kind: "few-requests", requestCount: 58, neededCount: 59 },
  ],
  [
    "no samples",
    { measured: measureRequests(Array.from({ length: 60 }, () => "not-scraped")) },
    { kind: "no-samples" },
  ],
  ["less than an hour", historyOf(minutes(59, 60)), { kind: "no-samples" }],
  [
    "excluded time",
    { ...historyOf(minutes(60, 60)), isExcluded: (block: number) => block === 30 },
    { kind: "excluded" },
  ],
] as const)("%s give no hour, with the reason", (_name, history, reason) => {
  expect(findDriftWindow(history, load)).toEqual({ kind: "none", reason, earlierKinds: [] });
});

test("without counted requests, the last hour is compared", () => {
  const { measured } = historyOf(minutes(60, 60));
  expect(findDriftWindow({ measured: { ...measured, counters: {} } }, load).kind).toBe("found");
});

test("the last day after the baseline is searched, if it is at least an hour", () => {
  const [hourMs, endMs] = [3_600_000, Date.UTC(2026, 9, 1, 12)];
  const searched = (hoursSince: number) =>
    chooseSearchedHistory({ startMs: 0, endMs: endMs - hoursSince * hourMs }, endMs);
  expect(searched(0.9)).toBeUndefined();
  expect(searched(1)).toEqual({ startMs: endMs - hourMs, endMs });
  expect(searched(100)).toEqual({ startMs: endMs - 24 * hourMs, endMs });
});
