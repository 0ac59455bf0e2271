import { expect, test } from "vitest";
import type { Reading } from "@/lib/model/reading";
import type { AbsenceEvidence } from "./absence";
import { findDownSince, addDownHistory } from "./down-readings";
import type { PlanResult } from "@/lib/semantic/evaluate/evaluate";
import type { SignalPlan } from "@/lib/semantic/compile/plan";

/** Parses a row of numbers with "·" for a gap. */
function row(text: string): Float64Array {
  return Float64Array.from(text.trim().split(/\s+/), (cell) => (cell === "·" ? Number.NaN : Number(cell)));
}

function supportOf(
  up: string,
  parts: Partial<Record<"activity" | "arrivals", string>> = {},
): AbsenceEvidence {
  const none = up.replaceAll(/\S+/g, "·");
  return {
    up: row(up),
    requestsInFlight: row(parts.activity ?? none),
    activityPerSecond: row(parts.arrivals ?? none),
    wasUpBefore: true,
  };
}

/** Points at 1,000, 1,010, 1,020 …; each has a window of 40, and the reading is 5 after the last point. */
function sinceOf(support: AbsenceEvidence) {
  const pointCount = support.up.length;
  const grid = { startMs: 1_000, stepMs: 10, pointCount };
  return findDownSince(support, grid, { rateWindowMs: 40, atMs: 1_000 + (pointCount - 1) * 10 + 5 });
}

test("dates failed scrapes from the last point at which a target responded", () => {
  expect(sinceOf(supportOf("1 1 1 0 0"))).toEqual({
    kind: "since",
    atMs: 1_020,
    withinMs: 10,
    elapsedMs: 25,
  });
  // An earlier outage that has ended does not count.
  expect(sinceOf(supportOf("1 0 0 1 0"))).toEqual({
    kind: "since",
    atMs: 1_030,
    withinMs: 10,
    elapsedMs: 15,
  });
});

test("dates removed targets by the window of a point, in which they remain visible", () => {
  expect(sinceOf(supportOf("1 1 1 · ·"))).toEqual({ kind: "since", atMs: 980, withinMs: 10, elapsedMs: 65 });
  // Without `up`, other series show whether targets exist.
  expect(sinceOf(supportOf("· · · ·", { activity: "2 0 · ·" }))).toEqual({
    kind: "since",
    atMs: 970,
    withinMs: 10,
    elapsedMs: 65,
  });
});

test("dates an outage that no point shows yet after the last point, or within its window", () => {
  expect(sinceOf(supportOf("1 1 1"))).toEqual({ kind: "since", atMs: 980, withinMs: 45, elapsedMs: 45 });
});

test("returns a minimum duration for a window in which no target was up", () => {
  expect(sinceOf(supportOf("0 0 0 0"))).toEqual({ kind: "at-least", elapsedMs: 35 });
  expect(sinceOf(supportOf("· · · ·"))).toEqual({ kind: "at-least", elapsedMs: 35 });
  // The deployment is not down before it was first observed.
  expect(sinceOf({ ...supportOf("· · 0 0"), wasUpBefore: false })).toEqual({
    kind: "at-least",
    elapsedMs: 15,
  });
});

test("does not date an outage before a target that was up between two points", () => {
  const between = (up: string, answered: string) =>
    sinceOf({ ...supportOf(up), targetResponded: row(answered) });
  expect(between("0 0 0 0", "0 0 1 0")).toEqual({ kind: "since", atMs: 1_010, withinMs: 10, elapsedMs: 25 });
  expect(between("1 1 0 0", "1 1 1 0")).toEqual({ kind: "since", atMs: 1_010, withinMs: 10, elapsedMs: 25 });
  expect(between("0 0 0 0", "0 0 0 0")).toEqual({ kind: "at-least", elapsedMs: 35 });
});

test("dates the outage of a part by its targets, although others respond", () => {
  const ofPart = (up: string) =>
    sinceOf({
      ...supportOf("1 1 1 1", { activity: "7 7 7 7" }),
      splitValue: { label: "instance", value: "b:8000", up: row(up) },
    });
  expect(ofPart("1 1 0 0")).toEqual({ kind: "since", atMs: 1_010, withinMs: 10, elapsedMs: 25 });
  expect(ofPart("0 0 0 0")).toEqual({ kind: "at-least", elapsedMs: 35 });
  // Service discovery did not list it at the first point.
  expect(ofPart("· 0 0 0")).toEqual({ kind: "at-least", elapsedMs: 25 });
});

test("returns nothing when no point was down yet", () => {
  expect(sinceOf({ ...supportOf("· · ·"), wasUpBefore: false })).toBeUndefined();
});

const plan: SignalPlan = {
  kind: "plain",
  signal: "flops",
  statistic: "rate",
  valueQuery: "flops",
  scale: 1,
  howToEnable: "Enable it.",
  whyAbsent: "It stays at zero.",
};
const evaluatedAs = (values: string): PlanResult => ({
  values: row(values),
  bucketBounds: null,
  denominators: null,
  observationCounts: null,
});
const since = { kind: "at-least", elapsedMs: 1 } as const;
const down: Reading = { kind: "absent", reason: "target-down", detail: "The targets are down." };

test("keeps the earlier reason of an absent metric when its targets go down", () => {
  const evidence = supportOf("1 1 0", { activity: "3 3 ·", arrivals: "2 2 ·" });
  expect(
    addDownHistory(down, { plan, planResult: evaluatedAs("· · ·"), evidence, downSince: since }),
  ).toEqual({
    kind: "absent",
    reason: "target-down",
    detail:
      "The deployment's targets do not respond to scrapes. The metric was already missing before. It stays at zero.",
    howToEnable: "Enable it.",
    downSince: since,
  });
});

test("suggests no flag for a metric that had values, or without any observation", () => {
  const readingOf = (values: string, up: string): Reading =>
    addDownHistory(down, {
      plan,
      planResult: evaluatedAs(values),
      evidence: supportOf(up),
      downSince: since,
    });
  expect(readingOf("4 4 ·", "1 1 0")).toEqual({ ...down, downSince: since });
  expect(readingOf("· · ·", "0 0 0")).toEqual({ ...down, downSince: since });
});

test("adds no outage start to a reading that is absent for another reason", () => {
  const other: Reading = { kind: "absent", reason: "no-traffic", detail: "" };
  const window = { plan, planResult: evaluatedAs("·"), evidence: supportOf("1"), downSince: since };
  expect(addDownHistory(other, window)).toBe(other);
});
