import { expect, test } from "vitest";
import type { AbsenceReason, Reading } from "@/lib/model/reading";
import { statusIds, type StatusId } from "@/lib/model/status";
import { judgeStatus, type StatusEvidence } from "./status";

const is = (value: number): Reading => ({ kind: "present", value, atMs: 0, windowMs: 300_000 });
const absent = (reason: AbsenceReason): Reading => ({ kind: "absent", reason, detail: "" });

const healthy: StatusEvidence = {
  targets: "answering",
  steps: null,
  minRunning: 9,
  minQueued: 0,
  ttftP95: is(0.4),
  tpotMean: is(0.02),
  errorRatio: is(0),
  running: is(12),
  waiting: is(0),
  minWaiting: 0,
  meanKvUsageRatio: 0.4,
  recentTokens: 4_000,
  frozen: { runningChanges: 40, maxWaiting: 0, arrivals: 900, finished: 900 },
};

/** One situation for each status, as evidence that differs from health. */
const situations: { readonly [Id in StatusId]: Partial<StatusEvidence> | null } = {
  "source-down": { running: absent("target-down"), ttftP95: absent("target-down") },
  stalled: { recentTokens: 0 },
  "kv-pressure": { waiting: is(41), minWaiting: 30, meanKvUsageRatio: 0.98 },
  errors: { errorRatio: is(0.002) },
  "slow-ttft": { ttftP95: is(1.2) },
  "slow-tpot": { tpotMean: is(0.06) },
  "cannot-tell": { ttftP95: absent("metric-absent") },
  "no-traffic": {
    ttftP95: absent("no-traffic"),
    running: is(0),
    waiting: is(0),
    minRunning: 0,
    recentTokens: 0,
  },
  ok: {},
};

test.each(statusIds)("%s is told from its situation", (id) => {
  expect(judgeStatus({ ...healthy, ...situations[id] }).id).toBe(id);
});

test("a source that cannot be read at all is down", () => {
  expect(judgeStatus(null).id).toBe("source-down");
});

test("of two troubles the worse is the status, and both are told", () => {
  const unhealthyStatuses = ["stalled", "kv-pressure", "errors", "slow-tpot"] as const;
  for (const [index, worse] of unhealthyStatuses.entries()) {
    for (const other of unhealthyStatuses.slice(index + 1)) {
      const judged = judgeStatus({ ...healthy, ...situations[other], ...situations[worse] });
      expect(judged.id).toBe(worse);
      expect(judged.matching).toContain(other);
    }
  }
});

test("limits are limits: at them is within them", () => {
  expect(
    judgeStatus({
      ...healthy,
      ttftP95: is(1),
      tpotMean: is(0.05),
      errorRatio: is(0.001),
      minWaiting: 5,
      meanKvUsageRatio: 0.95,
    }).id,
  ).toBe("ok");
});

test("nothing happening is no traffic, never stalled; work without tokens is stalled, never no traffic", () => {
  const idle = {
    ttftP95: absent("no-traffic"),
    running: is(0),
    waiting: is(0),
    leastRunning: 0,
    recentTokens: 0,
  };
  expect(judgeStatus({ ...healthy, ...idle }).id).toBe("no-traffic");
  expect(judgeStatus({ ...healthy, ...idle, running: is(3), minRunning: 3 }).id).toBe("stalled");
});

test("a running gauge that stands still while nothing arrives or ends is the gauge's fault: cannot tell", () => {
  const frozen = { runningChanges: 0, maxWaiting: 0, arrivals: 0, finished: 0 };
  expect(judgeStatus({ ...healthy, ttftP95: absent("no-traffic"), recentTokens: 0, frozen }).id).toBe(
    "cannot-tell",
  );
});

test("waiting for a moment, or a full cache with nobody waiting, is no pressure", () => {
  expect(judgeStatus({ ...healthy, minWaiting: 0, meanKvUsageRatio: 0.99 }).id).toBe("ok");
  expect(judgeStatus({ ...healthy, minWaiting: 4, meanKvUsageRatio: 0.5 }).id).toBe("ok");
});

test("a gateway without a gauge of running requests is down when its targets are; one that only lacks metrics is not", () => {
  const running = absent("not-exposed");
  expect(judgeStatus({ ...healthy, running, ttftP95: absent("target-down") }).id).toBe("source-down");
  expect(judgeStatus({ ...healthy, running, ttftP95: absent("not-exposed") }).id).toBe("cannot-tell");
});

test.each(["silent", "removed"] as const)(
  "targets that are %s are down at once, whatever the last five minutes say",
  (targets) => {
    expect(judgeStatus({ ...healthy, targets }).id).toBe("source-down");
  },
);

test("an engine whose series are gone while its target answers is stalled with work in flight, and never ok", () => {
  const withoutSeries = {
    ...healthy,
    targets: "without-series",
    recentTokens: null,
    leastRunning: null,
  } as const;
  expect(judgeStatus(withoutSeries).id).toBe("stalled");
  expect(judgeStatus({ ...withoutSeries, running: is(0) }).id).toBe("cannot-tell");
});

test("work that has just ended is not stalled, though the five minutes' mean of running is still above zero", () => {
  expect(judgeStatus({ ...healthy, minRunning: 0, minWaiting: 0, recentTokens: 0 }).id).toBe("ok");
});

test("requests that wait at an engine which runs none and gives no token are stalled after half a minute", () => {
  const cold = { ...healthy, leastRunning: 0, leastQueued: 12, leastWaiting: 0, recentTokens: 0 };
  expect(judgeStatus(cold).id).toBe("stalled");
  expect(judgeStatus({ ...cold, recentTokens: 40 }).id).toBe("ok");
});

test("ok holds only when nothing else does", () => {
  expect(judgeStatus(healthy).matching).toEqual(["ok"]);
  expect(judgeStatus({ ...healthy, errorRatio: is(0.5) }).matching).toEqual(["errors"]);
});

test.each([
  ["answering", 3, true, "ok"],
  ["answering", 0, true, "stalled"],
  // It has not been there for as long as steps must stand still.
  ["answering", 0, false, "cannot-tell"],
  // Nothing that counts steps is known.
  ["answering", null, true, "cannot-tell"],
  ["without-series", null, true, "cannot-tell"],
  ["silent", 3, true, "source-down"],
  ["removed", null, true, "source-down"],
] as const)(
  "a training job whose targets are %s and whose steps moved by %o (there for long: %o) is %s",
  (targets, increase, hasFullWindow, id) => {
    const evidence = {
      ...healthy,
      targets,
      ttftP95: absent("not-exposed"),
      steps: { increase: increase, hasFullWindow: hasFullWindow },
    };
    expect(judgeStatus(evidence)).toEqual({ id, holding: [id] });
  },
);

test("selectors that find nothing are no outage: nothing can be told", () => {
  const readings = { ttftP95: absent("no-series"), running: absent("no-series") };
  expect(judgeStatus({ ...healthy, ...readings, targets: "none" }).id).toBe("cannot-tell");
  const steps = { increase: null, hasFullWindow: false };
  expect(judgeStatus({ ...healthy, targets: "none", steps }).id).toBe("cannot-tell");
});
