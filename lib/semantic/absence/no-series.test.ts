import { expect, test } from "vitest";
import { findAbsenceRanges, type AbsenceEvidence } from "./absence";
import { formatNoSeriesSentence, adjustTargetState } from "./no-series";

const column = (...values: readonly number[]): Float64Array => Float64Array.from(values);
const nan = Number.NaN;
const nothing: AbsenceEvidence = {
  up: column(nan, nan),
  requestsInFlight: column(nan, nan),
  activityPerSecond: column(nan, nan),
};
const pools = [{ role: "both", selectors: [{ job: "vllmm" }] }] as const;
const typed = { pools, instances: [], selectedBy: "person" } as const;

test("never reports unmatched selectors for discovered deployments or once series were found", () => {
  expect(formatNoSeriesSentence({ pools, instances: [] }, [nothing])).toBeUndefined();
  expect(formatNoSeriesSentence({ ...typed, instances: ["chat:1"] }, [nothing])).toBeUndefined();
  expect(formatNoSeriesSentence(typed, [nothing])).toBe(
    'No series matches the selector {job="vllmm"}. Correct it under Settings, Deployments.',
  );
});

test.each([
  ["running requests", { requestsInFlight: column(nan, 2) }, false],
  ["arrivals", { activityPerSecond: column(0, nan) }, false],
  [
    "a metric that an engine exposes before its first request",
    { presentBeforeRequests: column(nan, 0) },
    false,
  ],
  ["a target that does not respond", { up: column(nan, 0) }, false],
  ["a responding target of its job without the engine", { up: column(1, 1) }, true],
] as const)("%s", (_what, change, fitsNothing) => {
  const sentence = formatNoSeriesSentence(typed, [nothing, { ...nothing, ...change }]);
  expect(sentence !== undefined).toBe(fitsNothing);
});

test("truncates many and long selectors and counts the rest", () => {
  const selectors = ["a", "b", "c", "d"].map((job) => ({ job: job.repeat(200) }));
  const sentence = formatNoSeriesSentence(
    { ...typed, selectedBy: "file", pools: [{ role: "both", selectors }] },
    [],
  );
  expect(sentence).toMatch(
    /^No series matches the selectors \{job="a{154}…\} or \{job="b{154}…\} or 2 more\. Correct them in the configuration file\.$/,
  );
});

test("reports no series for missing points, for any state of the targets", () => {
  const support = {
    ...nothing,
    up: column(1, nan),
    wasUpBefore: true,
    noSeriesSentence: "No series matches.",
  };
  expect(findAbsenceRanges({ values: column(nan, nan), denominators: null }, support)).toEqual([
    [0, 1, "no-series"],
  ]);
});

test("keeps the target state of a deployment that was found before", () => {
  expect(adjustTargetState("removed", typed)).toBe("none");
  expect(adjustTargetState("without-series", typed)).toBe("none");
  expect(adjustTargetState("silent", typed)).toBe("silent");
  expect(adjustTargetState("removed", { pools, instances: ["chat:1"], selectedBy: "person" })).toBe(
    "removed",
  );
});
