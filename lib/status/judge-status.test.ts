import { expect, test } from "vitest";
import type { AbsenceReason, Reading } from "@/lib/model/reading";
import { resolveLimits } from "@/lib/model/deployment/limits";
import { judgeStatus } from "./judge-status";
import type { StatusEvidence } from "./status-rule";
import { statusIds, type StatusId } from "./statuses";

const is = (value: number): Reading => ({ kind: "present", value, atMs: 0, windowMs: 300_000 });
const absent = (reason: AbsenceReason): Reading => ({ kind: "absent", reason, detail: "" });

const healthy: StatusEvidence = {
  limits: resolveLimits({}),
  targets: "answering",
  steps: null,
  downInstances: null,
  recentMinRunning: 9,
  recentMinWaiting: 0,
  ttftP95: is(0.4),
  ttftMean: is(0.2),
  requestRate: is(3),
  tpotMean: is(0.02),
  errorRatio: is(0),
  abortRatio: is(0),
  running: is(12),
  waiting: is(0),
  minWaiting: 0,
  meanKvUsageRatio: 0.4,
  preemptionsPerSecond: 0,
  constantRunning: null,
  finishedWhileConstant: 60,
  recentTokens: 4_000,
  recentSuccesses: 90,
  runningIncludesWaiting: false,
  requestActivity: { runningChangeCount: 40, maxWaiting: 0, arrivals: 900, finished: 900 },
};

const oneDown: StatusEvidence["downInstances"] = {
  downCount: 1,
  instanceCount: 2,
  since: { kind: "at-least", elapsedMs: 60_000 },
};

/** One situation per status, as evidence that differs from a healthy deployment. */
const situations: { readonly [Id in StatusId]: Partial<StatusEvidence> | null } = {
  "source-down": { running: absent("target-down"), ttftP95: absent("target-down") },
  stalled: { recentTokens: 0, recentSuccesses: 0 },
  "instances-down": { downInstances: oneDown },
  "kv-pressure": { waiting: is(41), minWaiting: 30, meanKvUsageRatio: 0.98 },
  "batch-slots": { waiting: is(9), minWaiting: 4, constantRunning: 64 },
  errors: { errorRatio: is(0.002) },
  aborts: { abortRatio: is(0.31) },
  "slow-ttft": { ttftP95: is(1.2) },
  "slow-tpot": { tpotMean: is(0.06) },
  "cannot-tell": { ttftP95: absent("metric-absent") },
  "no-traffic": {
    ttftP95: absent("no-traffic"),
    running: is(0),
    waiting: is(0),
    recentMinRunning: 0,
    recentTokens: 0,
  },
  ok: {},
};

test.each(statusIds)("returns %s for its situation", (id) => {
  expect(judgeStatus({ ...healthy, ...situations[id] }).id).toBe(id);
});

test("returns source-down for a source that cannot be read", () => {
  expect(judgeStatus(null).id).toBe("source-down");
});

test("returns the worse of two conditions and lists both", () => {
  const unhealthyStatuses = ["stalled", "instances-down", "kv-pressure", "errors", "slow-tpot"] as const;
  for (const [index, worse] of unhealthyStatuses.entries()) {
    for (const other of unhealthyStatuses.slice(index + 1)) {
      const judged = judgeStatus({ ...healthy, ...situations[other], ...situations[worse] });
      expect(judged.id).toBe(worse);
      expect(judged.matchingIds).toContain(other);
    }
  }
});

test("reports a dead instance only while another one responds and service discovery lists both", () => {
  expect(judgeStatus({ ...healthy, downInstances: oneDown, targets: "silent" }).id).toBe("source-down");
  const bothDown = { ...oneDown, downCount: 2 };
  expect(judgeStatus({ ...healthy, downInstances: bothDown }).matchingIds).not.toContain("instances-down");
  expect(judgeStatus({ ...healthy, downInstances: null }).id).toBe("ok");
});

test("accepts values equal to their limits", () => {
  expect(
    judgeStatus({
      ...healthy,
      ttftP95: is(1),
      tpotMean: is(0.05),
      errorRatio: is(0.001),
      abortRatio: is(0.05),
      minWaiting: 5,
      meanKvUsageRatio: 0.95,
    }).id,
  ).toBe("ok");
});

test("returns no-traffic when nothing happens and stalled when work produces no tokens", () => {
  const idle = {
    ttftP95: absent("no-traffic"),
    running: is(0),
    waiting: is(0),
    recentMinRunning: 0,
    recentTokens: 0,
  };
  expect(judgeStatus({ ...healthy, ...idle }).id).toBe("no-traffic");
  expect(
    judgeStatus({ ...healthy, ...idle, running: is(3), recentMinRunning: 3, recentSuccesses: 0 }).id,
  ).toBe("stalled");
});

test("returns no-traffic only if no request was answered in front of the engine either", () => {
  const idle = { ...healthy, ...situations["no-traffic"], errorRatio: absent("no-traffic") };
  expect(judgeStatus({ ...idle, httpRequests: 0 }).matchingIds).toEqual(["no-traffic"]);
  expect(judgeStatus({ ...idle, httpRequests: 40 }).matchingIds).toEqual(["cannot-tell"]);
  expect(judgeStatus({ ...idle, errorRatio: is(1) }).matchingIds).toEqual(["errors", "cannot-tell"]);
});

test("returns cannot-tell for a running gauge that is stuck while nothing arrives or ends", () => {
  const frozen = { runningChangeCount: 0, maxWaiting: 0, arrivals: 0, finished: 0 };
  expect(
    judgeStatus({ ...healthy, ttftP95: absent("no-traffic"), recentTokens: 0, requestActivity: frozen }).id,
  ).toBe("cannot-tell");
  // One generation of twelve minutes.
  expect(judgeStatus({ ...healthy, recentTokens: 1_200, requestActivity: frozen }).id).toBe("ok");
});

test("reports no KV pressure for a short wait, or for a full cache without waiting requests", () => {
  expect(judgeStatus({ ...healthy, minWaiting: 0, meanKvUsageRatio: 0.99 }).id).toBe("ok");
  expect(judgeStatus({ ...healthy, minWaiting: 4, meanKvUsageRatio: 0.5 }).id).toBe("ok");
});

test("reports KV pressure for preemptions with a standing queue, although they keep the mean usage low", () => {
  const preempting = { minWaiting: 12, meanKvUsageRatio: 0.906, preemptionsPerSecond: 51 / 60 };
  expect(judgeStatus({ ...healthy, ...preempting }).matchingIds).toEqual(["kv-pressure"]);
  expect(judgeStatus({ ...healthy, ...preempting, minWaiting: 0 }).id).toBe("ok");
  // An engine without the KV gauge can still count preemptions.
  expect(judgeStatus({ ...healthy, ...preempting, meanKvUsageRatio: null }).id).toBe("kv-pressure");
  expect(judgeStatus({ ...healthy, ...preempting, preemptionsPerSecond: 1 / 60 }).id).toBe("ok");
});

test("distinguishes a full batch from KV pressure and from requests that wait for another reason", () => {
  const full = { minWaiting: 4, constantRunning: 64, meanKvUsageRatio: 0.6 };
  expect(judgeStatus({ ...healthy, ...full }).matchingIds).toEqual(["batch-slots"]);
  expect(judgeStatus({ ...healthy, ...full, preemptionsPerSecond: 1 }).matchingIds).toEqual(["kv-pressure"]);
  expect(judgeStatus({ ...healthy, ...full, minWaiting: 0 }).id).toBe("ok");
  // A constant number of running requests proves a full batch only while requests finish.
  expect(judgeStatus({ ...healthy, ...full, finishedWhileConstant: 0 }).id).toBe("ok");
});

test("returns source-down for a gateway without a running gauge when its targets are down, but not when only metrics are missing", () => {
  const running = absent("not-exposed");
  expect(judgeStatus({ ...healthy, running, ttftP95: absent("target-down") }).id).toBe("source-down");
  expect(judgeStatus({ ...healthy, running, ttftP95: absent("not-exposed") }).id).toBe("cannot-tell");
});

test.each(["silent", "removed"] as const)(
  "returns source-down immediately for %s targets, regardless of the last five minutes",
  (targets) => {
    expect(judgeStatus({ ...healthy, targets }).id).toBe("source-down");
  },
);

test("returns stalled, never ok, for requests in flight whose series disappeared while the target responds", () => {
  const withoutSeries = {
    ...healthy,
    targets: "without-series",
    recentTokens: null,
    recentMinRunning: null,
  } as const;
  expect(judgeStatus(withoutSeries).id).toBe("stalled");
  expect(judgeStatus({ ...withoutSeries, running: is(0) }).id).toBe("cannot-tell");
});

test("does not return stalled for work that has just ended, although the five-minute mean of running is above zero", () => {
  expect(judgeStatus({ ...healthy, recentMinRunning: 0, minWaiting: 0, recentTokens: 0 }).id).toBe("ok");
});

test("returns stalled after half a minute for waiting requests in an engine that runs none and produces no tokens", () => {
  const cold = {
    ...healthy,
    recentMinRunning: 0,
    recentMinWaiting: 12,
    minWaiting: 0,
    recentTokens: 0,
    recentSuccesses: 0,
  };
  expect(judgeStatus(cold).id).toBe("stalled");
  expect(judgeStatus({ ...cold, recentTokens: 40 }).id).toBe("ok");
});

test("returns no stall while requests finish, although the token counter stays at zero", () => {
  const silentCounter = { ...healthy, recentTokens: 0, recentSuccesses: 12 };
  expect(judgeStatus(silentCounter).id).toBe("ok");
  expect(judgeStatus({ ...silentCounter, recentSuccesses: 0 }).id).toBe("stalled");
  // An engine that does not count finished requests is judged by its tokens.
  expect(judgeStatus({ ...silentCounter, recentSuccesses: null }).id).toBe("stalled");
});

test("returns cannot-tell when requests finish but no first token is observed", () => {
  const few = absent("too-few-samples");
  const withoutTokens = { ...healthy, ttftP95: few, ttftMean: few };
  expect(judgeStatus(withoutTokens).id).toBe("cannot-tell");
  // Neither failed requests nor requests in flight should have a first token.
  expect(judgeStatus({ ...withoutTokens, errorRatio: is(1) }).matchingIds).toEqual(["errors"]);
  expect(judgeStatus({ ...withoutTokens, abortRatio: is(1) }).matchingIds).toEqual(["aborts"]);
  expect(judgeStatus({ ...withoutTokens, requestRate: is(0) }).id).toBe("ok");
});

test("returns ok only without any other condition", () => {
  expect(judgeStatus(healthy).matchingIds).toEqual(["ok"]);
  expect(judgeStatus({ ...healthy, errorRatio: is(0.5) }).matchingIds).toEqual(["errors"]);
});

test.each([
  ["answering", 3, true, "ok"],
  ["answering", 0, true, "stalled"],
  // The job has not existed for as long as its steps must stay constant.
  ["answering", 0, false, "cannot-tell"],
  // No metric counts its steps.
  ["answering", null, true, "cannot-tell"],
  ["without-series", null, true, "cannot-tell"],
  ["silent", 3, true, "source-down"],
  ["removed", null, true, "source-down"],
] as const)(
  "judges a training job with %s targets and a step increase of %o (older than the window: %o) as %s",
  (targets, increase, hasFullWindow, id) => {
    const evidence = {
      ...healthy,
      targets,
      ttftP95: absent("not-exposed"),
      steps: { increase, hasFullWindow },
    };
    expect(judgeStatus(evidence)).toEqual({ id, matchingIds: [id] });
  },
);

test("returns cannot-tell, not an outage, for selectors that match nothing", () => {
  const readings = { ttftP95: absent("no-series"), running: absent("no-series") };
  expect(judgeStatus({ ...healthy, ...readings, targets: "none" }).id).toBe("cannot-tell");
  const steps = { increase: null, hasFullWindow: false };
  expect(judgeStatus({ ...healthy, targets: "none", steps }).id).toBe("cannot-tell");
});

test("reports aborts below their limit only when they are far above usual", () => {
  const unusualAborts = { n: 1_240, usualRatio: 0.005, usualUpperRatio: 0.007 };
  expect(judgeStatus({ ...healthy, abortRatio: is(0.03), unusualAborts }).id).toBe("aborts");
  expect(judgeStatus({ ...healthy, abortRatio: is(0.03), unusualAborts: null }).id).toBe("ok");
});

test("does not return ok for requests in flight if nothing shows that tokens are generated", () => {
  const endless = {
    ...healthy,
    ttftP95: absent("too-few-samples"),
    ttftMean: absent("too-few-samples"),
    tpotMean: absent("too-few-samples"),
    errorRatio: absent("too-few-samples"),
    requestRate: is(0),
    recentSuccesses: 0,
    // The engine counts tokens when a request finishes.
    recentTokens: null,
    requestActivity: { runningChangeCount: 0, maxWaiting: 3, arrivals: 0, finished: 0 },
  };
  expect(judgeStatus(endless).id).toBe("cannot-tell");
  expect(judgeStatus({ ...endless, recentTokens: 900 }).id).toBe("ok");
  // A request that has just arrived had no time to finish.
  expect(judgeStatus({ ...endless, recentMinRunning: 0 }).id).toBe("ok");
});
