import { expect, test } from "vitest";
import type { Reading } from "@/lib/model/reading";
import type { AbsenceEvidence } from "./absence";
import { downSince, withDownHistory } from "./down";
import type { PlanResult } from "./evaluate";
import type { SignalPlan } from "./plan";

/** A row of numbers with "·" for a gap. */
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
    activity: row(parts.activity ?? none),
    arrivals: row(parts.arrivals ?? none),
    wasUpBefore: true,
  };
}

/** Points at 1,000, 1,010, 1,020 …; each looks 40 back, and what is told is told 5 after the last. */
function sinceOf(support: AbsenceEvidence) {
  const pointCount = support.up.length;
  const grid = { startMs: 1_000, stepMs: 10, pointCount };
  return downSince(support, grid, { rateWindowMs: 40, atMs: 1_000 + (pointCount - 1) * 10 + 5 });
}

test("targets that fail their scrapes are down since the last point at which one answered", () => {
  expect(sinceOf(supportOf("1 1 1 0 0"))).toEqual({ kind: "since", atMs: 1_020, withinMs: 10, forMs: 25 });
  // An outage before the last one is over.
  expect(sinceOf(supportOf("1 0 0 1 0"))).toEqual({ kind: "since", atMs: 1_030, withinMs: 10, forMs: 15 });
});

test("targets that are gone were seen for as long as a point looks back", () => {
  expect(sinceOf(supportOf("1 1 1 · ·"))).toEqual({ kind: "since", atMs: 980, withinMs: 10, forMs: 65 });
  // Without `up` the series themselves tell.
  expect(sinceOf(supportOf("· · · ·", { activity: "2 0 · ·" }))).toEqual({
    kind: "since",
    atMs: 970,
    withinMs: 10,
    forMs: 65,
  });
});

test("what the points have not seen yet began after the last of them, or while it looked back", () => {
  expect(sinceOf(supportOf("1 1 1"))).toEqual({ kind: "since", atMs: 980, withinMs: 45, forMs: 45 });
});

test("a window in which nothing was up tells how long it is down at least, and no beginning", () => {
  expect(sinceOf(supportOf("0 0 0 0"))).toEqual({ kind: "at-least", forMs: 35 });
  expect(sinceOf(supportOf("· · · ·"))).toEqual({ kind: "at-least", forMs: 35 });
  // Before it was seen at all it was not down.
  expect(sinceOf({ ...supportOf("· · 0 0"), wasUpBefore: false })).toEqual({ kind: "at-least", forMs: 15 });
});

test("what was up for less than the points are apart is not down from before it was up", () => {
  const between = (up: string, answered: string) => sinceOf({ ...supportOf(up), answered: row(answered) });
  expect(between("0 0 0 0", "0 0 1 0")).toEqual({ kind: "since", atMs: 1_010, withinMs: 10, forMs: 25 });
  expect(between("1 1 0 0", "1 1 1 0")).toEqual({ kind: "since", atMs: 1_010, withinMs: 10, forMs: 25 });
  expect(between("0 0 0 0", "0 0 0 0")).toEqual({ kind: "at-least", forMs: 35 });
});

test("nothing is said of how long where no point was down yet", () => {
  expect(sinceOf({ ...supportOf("· · ·"), wasUpBefore: false })).toBeUndefined();
});

const plan: SignalPlan = {
  kind: "plain",
  signal: "flops",
  statistic: "rate",
  value: "flops",
  scale: 1,
  flag: "Turn it on.",
  whyAbsent: "It stays at zero.",
};
const evaluatedAs = (values: string): PlanResult => ({
  values: row(values),
  bounds: null,
  basis: null,
  n: null,
});
const since = { kind: "at-least", forMs: 1 } as const;
const down: Reading = { kind: "absent", reason: "target-down", detail: "The targets are down." };

test("what was known of a metric while its targets answered is not lost when they go down", () => {
  const support = supportOf("1 1 0", { activity: "3 3 ·", arrivals: "2 2 ·" });
  expect(withDownHistory(down, { plan, evaluated: evaluatedAs("· · ·"), support, since })).toEqual({
    kind: "absent",
    reason: "target-down",
    detail:
      "The deployment's targets do not answer their scrapes. It was missing already while they did. It stays at zero.",
    flag: "Turn it on.",
    downSince: since,
  });
});

test("no flag is offered for what was measured, nor where the window saw nothing of it", () => {
  const readingOf = (values: string, up: string): Reading =>
    withDownHistory(down, { plan, evaluated: evaluatedAs(values), support: supportOf(up), since });
  expect(readingOf("4 4 ·", "1 1 0")).toEqual({ ...down, downSince: since });
  expect(readingOf("· · ·", "0 0 0")).toEqual({ ...down, downSince: since });
});

test("a reading that is missing for another reason has no beginning of an outage", () => {
  const other: Reading = { kind: "absent", reason: "no-traffic", detail: "" };
  const window = { plan, evaluated: evaluatedAs("·"), support: supportOf("1"), since };
  expect(withDownHistory(other, window)).toBe(other);
});
