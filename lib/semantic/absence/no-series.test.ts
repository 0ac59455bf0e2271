import { expect, test } from "vitest";
import { absenceRanges, type AbsenceEvidence } from "./absence";
import { noSeriesSentence, targetsOfSelected } from "./no-series";

const column = (...values: readonly number[]): Float64Array => Float64Array.from(values);
const nan = Number.NaN;
const nothing: AbsenceEvidence = {
  up: column(nan, nan),
  activity: column(nan, nan),
  arrivals: column(nan, nan),
};
const pools = [{ role: "both", selectors: [{ job: "vllmm" }] }] as const;
const typed = { pools, instances: [], selectedBy: "person" } as const;

test("never reports unmatched selectors for discovered deployments or once series were found", () => {
  expect(noSeriesSentence({ pools, instances: [] }, [nothing])).toBeUndefined();
  expect(noSeriesSentence({ ...typed, instances: ["chat:1"] }, [nothing])).toBeUndefined();
  expect(noSeriesSentence(typed, [nothing])).toBe(
    'No series matches the selector {job="vllmm"}. Correct it under Settings, Deployments.',
  );
});

test.each([
  ["running requests", { activity: column(nan, 2) }, false],
  ["arrivals", { arrivals: column(0, nan) }, false],
  ["a metric that an engine exposes before its first request", { beforeRequests: column(nan, 0) }, false],
  ["a target that does not respond", { up: column(nan, 0) }, false],
  ["a responding target of its job without the engine", { up: column(1, 1) }, true],
] as const)("%s", (_what, change, fitsNothing) => {
  const sentence = noSeriesSentence(typed, [nothing, { ...nothing, ...change }]);
  expect(sentence !== undefined).toBe(fitsNothing);
});

test("truncates many and long selectors and counts the rest", () => {
  const selectors = ["a", "b", "c", "d"].map((job) => ({ job: job.repeat(200) }));
  const sentence = noSeriesSentence(
    { ...typed, selectedBy: "file", pools: [{ role: "both", selectors }] },
    [],
  );
  expect(sentence).toMatch(
    /^No series matches the selectors \{job="a{154}…\} or \{job="b{154}…\} or 2 more\. Correct them in the configuration file\.$/,
  );
});

test("reports no series for missing points, for any state of the targets", () => {
  const support = { ...nothing, up: column(1, nan), wasUpBefore: true, noSeries: "No series matches." };
  expect(absenceRanges({ values: column(nan, nan), basis: null }, support)).toEqual([[0, 1, "no-series"]]);
});

test("keeps the target state of a deployment that was found before", () => {
  expect(targetsOfSelected("removed", typed)).toBe("none");
  expect(targetsOfSelected("without-series", typed)).toBe("none");
  expect(targetsOfSelected("silent", typed)).toBe("silent");
  expect(targetsOfSelected("removed", { pools, instances: ["chat:1"], selectedBy: "person" })).toBe(
    "removed",
  );
});
