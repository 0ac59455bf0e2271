import { expect, test } from "vitest";
import type { Reading } from "@/lib/model/reading";
import { sentenceText } from "@/lib/format/sentence-text";
import { markedText } from "@/tests/support/sentence-text";
import { resolveLimits } from "@/lib/model/deployment/limits";
import { batchSlotsStatus } from "./batch-slots";
import { deploymentSentence } from "./deployment-sentence";
import { kvPressureStatus } from "./kv-pressure";
import type { OverviewRowFacts, StatusRule } from "./status-rule";

const present = (value: number): Reading => ({ kind: "present", value, atMs: 0, windowMs: 300_000 });

const facts: OverviewRowFacts = {
  slug: "chat",
  title: "chat",
  status: "kv-pressure",
  limits: resolveLimits({}),
  isFrozen: false,
  sourceError: null,
  readings: {
    ttftP95: present(6.9),
    ttftMean: present(2.1),
    requestRate: present(2),
    tpotMean: present(0.03),
    running: present(80),
    waiting: present(47),
    kvUsage: present(0.72),
    errorRatio: present(0),
    abortRatio: present(0),
  },
};

const statusNumbers = { recentMinRunning: 0, recentMinWaiting: 12, minWaiting: 31, meanKvUsageRatio: 0.98 };

test("reports KV pressure with the values that determined it, and TTFT with its window", () => {
  expect(markedText(deploymentSentence({ ...facts, statusNumbers }))).toBe(
    "Throughout the last 2 min, at least <31> were waiting for space in the KV cache. The fullest KV cache was <0.98> full. Store the KV cache as FP8 if it is not FP8 yet, shorten contexts, or add GPU memory. TTFT p95 over 5 min is <6.9>.",
  );
});

test("a headline of the fleet counts the requests that wait at the affected instance, not all of them", () => {
  const instance = (name: string, numbers: object) => ({
    instance: name,
    minRunning: 64,
    minWaiting: 0,
    meanKvUsageRatio: 0.4,
    preemptionsPerSecond: 0,
    constantRunning: null,
    finished: 60,
    tokens: 9_000,
    successes: 60,
    hasFullWindow: true,
    requestActivity: null,
    ...numbers,
  });
  const headline = ({ fleetSentence }: StatusRule, numbers: object) =>
    markedText(fleetSentence?.({ ...facts, statusNumbers: { ...statusNumbers, ...numbers } }) ?? []);
  const queue = instance("a:8000", { minWaiting: 19 });
  const pressured = { instances: [queue, instance("b:8000", { minWaiting: 12, meanKvUsageRatio: 0.99 })] };
  expect(headline(kvPressureStatus, pressured)).toMatch(
    /^chat has at least <12> waiting for space in the KV cache, and its TTFT p95/,
  );
  const full = { instances: [queue, instance("b:8000", { minWaiting: 12, constantRunning: 64 })] };
  expect(headline(batchSlotsStatus, full)).toMatch(
    /^chat has at least <12> waiting for a batch slot, and its TTFT p95/,
  );
});

test("states the window that was used when scrapes are rare", () => {
  const rare = { ...statusNumbers, waitingWindowMs: 240_000, stallWindowMs: 240_000 };
  expect(markedText(deploymentSentence({ ...facts, statusNumbers: rare }))).toContain(
    "Throughout the last 4 min, at",
  );
  const full = { ...rare, constantRunning: 64, meanKvUsageRatio: 0.6 };
  expect(markedText(deploymentSentence({ ...facts, status: "batch-slots", statusNumbers: full }))).toContain(
    "throughout the last 4 min",
  );
  expect(markedText(deploymentSentence({ ...facts, status: "stalled", statusNumbers: rare }))).toContain(
    "no token was generated for 4 min.",
  );
});

test("reports KV pressure by preemptions, with the usage that they keep below the limit", () => {
  const preempting = {
    ...statusNumbers,
    minWaiting: 12,
    meanKvUsageRatio: 0.906,
    preemptionsPerSecond: 0.85,
  };
  expect(markedText(deploymentSentence({ ...facts, statusNumbers: preempting }))).toBe(
    "Throughout the last 2 min, at least <12> were waiting for space in the KV cache, and requests were preempted (<0.85>). The fullest KV cache was <0.906> full. Store the KV cache as FP8 if it is not FP8 yet, shorten contexts, or add GPU memory. TTFT p95 over 5 min is <6.9>.",
  );
});

test("reports a full batch, distinct from a full cache, with the next step", () => {
  const full = { ...statusNumbers, minWaiting: 4, constantRunning: 64, meanKvUsageRatio: 0.6 };
  expect(markedText(deploymentSentence({ ...facts, status: "batch-slots", statusNumbers: full }))).toBe(
    "The batch is full: throughout the last 2 min, <64> were running and at least <4> were waiting, although the fullest KV cache was only <0.6> full. Raise the maximum batch size, or add an instance. TTFT p95 over 5 min is <6.9>.",
  );
});

test("reports a stall with the minimum over its window, not with an earlier mean", () => {
  const stalled = { ...facts, status: "stalled" } as const;
  expect(markedText(deploymentSentence({ ...stalled, statusNumbers }))).toBe(
    "<0> are running and <12> are waiting, but no token was generated for 30 s.",
  );
});

test("does not add requests that wait to those in flight, in an engine that counts them together", () => {
  const stalled = { ...facts, status: "stalled" } as const;
  const inclusive = {
    ...statusNumbers,
    recentMinRunning: 12,
    recentMinWaiting: 5,
    runningIncludesWaiting: true,
  };
  expect(markedText(deploymentSentence({ ...stalled, statusNumbers: inclusive }))).toBe(
    "<12> are in flight, of which <5> are waiting, but no token was generated for 30 s.",
  );
});

test("states that no first token was observed when requests finish without one", () => {
  const few: Reading = { kind: "absent", reason: "too-few-samples", detail: "Too few." };
  const readings = { ...facts.readings, ttftP95: few, ttftMean: few };
  expect(markedText(deploymentSentence({ ...facts, status: "cannot-tell", readings }))).toBe(
    "Requests finish, but no first token was observed, so TTFT is unknown. The responses may not be streamed.",
  );
});

test("does not call 500 finished requests too few when only five first tokens were observed", () => {
  const detail = "Only 5 of the 20 observations that p95 needs are available.";
  const ttftP95: Reading = { kind: "absent", reason: "too-few-samples", detail };
  const counted = (n: number): Reading => ({ kind: "present", value: 1, n, atMs: 0, windowMs: 300_000 });
  const sentenceOf = (finished: number): string =>
    markedText(
      deploymentSentence({
        ...facts,
        status: "ok",
        readings: { ...facts.readings, ttftP95, ttftMean: counted(5), requestRate: counted(finished) },
      }),
    );
  expect(sentenceOf(500)).toBe(`No limit is exceeded. TTFT p95: ${detail.replace("Only", "only")}`);
  expect(sentenceOf(6)).toBe("No limit is exceeded. Too few requests finished for percentiles.");
});

test("uses no KV usage of another window when the judged values are missing", () => {
  expect(markedText(deploymentSentence(facts))).toBe(
    "<47> are waiting for space in the KV cache. Store the KV cache as FP8 if it is not FP8 yet, shorten contexts, or add GPU memory. TTFT p95 over 5 min is <6.9>.",
  );
});

test("reports since when targets are down when it is known", () => {
  const down = { ...facts, status: "source-down" } as const;
  const since = { kind: "since", atMs: 1, withinMs: 1, elapsedMs: 1 } as const;
  const rest = ", so the current state is unknown. Start the engine, or correct its scrape job.";
  expect(deploymentSentence({ ...down, downSince: since })).toEqual([
    { kind: "text", text: "No target of this deployment has responded to Prometheus " },
    { kind: "down-since", since },
    { kind: "text", text: rest },
  ]);
  expect(markedText(deploymentSentence(down))).toBe(
    `No target of this deployment responds to Prometheus${rest}`,
  );
});

test("names the missing signal and the reason when the status cannot be determined", () => {
  const ttftSentence = (detail: string): string =>
    markedText(
      deploymentSentence({
        ...facts,
        status: "cannot-tell",
        readings: { ...facts.readings, ttftP95: { kind: "absent", reason: "metric-absent", detail } },
      }),
    );
  expect(ttftSentence("sglang:x_count existed before but is missing now.")).toBe(
    "TTFT: sglang:x_count existed before but is missing now.",
  );
  expect(ttftSentence("The source has no such metric for this deployment.")).toBe(
    "TTFT: the source has no such metric for this deployment.",
  );
});

test("reports the TTFT limit, and why TPOT is unknown, for an engine without TPOT", () => {
  const ok = { ...facts, status: "ok" } as const;
  const tpotMean: Reading = {
    kind: "absent",
    reason: "not-exposed",
    detail: "This engine does not expose this metric.",
  };
  expect(
    markedText(
      deploymentSentence({ ...ok, readings: { ...facts.readings, ttftP95: present(0.4), tpotMean } }),
    ),
  ).toBe(
    "Within the limit: TTFT p95 is <0.4> (limit <1>). Mean TPOT: this engine does not expose this metric.",
  );
  const few: Reading = { kind: "absent", reason: "too-few-samples", detail: "5 of the 20." };
  expect(markedText(deploymentSentence({ ...ok, readings: { ...facts.readings, ttftP95: few } }))).toMatch(
    /Too few requests finished/,
  );
});

test("reports selectors without series, from the readings or from the targets of a training job", () => {
  const detail = 'No series matches the selector {job="vllmm"}. Correct it under Settings, Deployments.';
  const none = { kind: "absent", reason: "no-series", detail } as const;
  const readings = { ...facts.readings, ttftP95: none, running: none };
  expect(markedText(deploymentSentence({ ...facts, status: "cannot-tell", readings }))).toBe(detail);
  const job = { ...facts, isTraining: true, statusNumbers: { ...statusNumbers, targets: "none" } } as const;
  expect(markedText(deploymentSentence({ ...job, status: "cannot-tell" }))).toContain(
    "No series matches the selectors of this deployment",
  );
});

test("reports aborts separately from errors, as the status or next to a worse one", () => {
  const readings = { ...facts.readings, abortRatio: present(0.31) };
  expect(markedText(deploymentSentence({ ...facts, status: "aborts", readings }))).toBe(
    "<0.31> of requests are aborted by clients. The limit is <0.05>.",
  );
  expect(markedText(deploymentSentence({ ...facts, status: "slow-ttft", readings }))).toBe(
    "TTFT p95 is <6.9>. The limit is <1>. <0.31> of requests are aborted by clients.",
  );
  expect(markedText(deploymentSentence({ ...facts, status: "slow-ttft" }))).not.toContain("aborted");
});

test("states that errors are unknown instead of implying that no request fails", () => {
  const errorRatio: Reading = {
    kind: "absent",
    reason: "not-exposed",
    detail: "At least one instance does not count failed requests.",
  };
  const ok = {
    ...facts,
    status: "ok",
    readings: { ...facts.readings, ttftP95: present(0.4), errorRatio },
  } as const;
  expect(markedText(deploymentSentence(ok))).toBe(
    "Within the limits: TTFT p95 is <0.4> (limit <1>), mean TPOT <0.03> (limit <0.05>). Errors are unknown. At least one instance does not count failed requests.",
  );
});

const oneDown = {
  downCount: 1,
  instanceCount: 2,
  since: { kind: "at-least", elapsedMs: 3_600_000 },
} as const;

test("reports an instance that is down, with the next step", () => {
  const down = { ...facts, status: "instances-down", statusNumbers: { downInstances: oneDown } } as const;
  expect(markedText(deploymentSentence(down))).toMatch(
    /^1 of 2 instances is down .*\. Restart it, or remove its target from service discovery\. TTFT p95 over 5 min is <6\.9>\.$/,
  );
});

test("a stall does not hide the instances that are down", () => {
  const stalled = {
    ...facts,
    status: "stalled",
    statusNumbers: { ...statusNumbers, downInstances: oneDown },
  } as const;
  expect(markedText(deploymentSentence(stalled))).toMatch(/for 30 s\. 1 of 2 instances is down /);
});

test("names errors and KV pressure next to an instance that is down, the more severe problem first", () => {
  const down = {
    ...facts,
    status: "instances-down",
    readings: { ...facts.readings, errorRatio: present(0.1) },
    statusNumbers: { ...statusNumbers, downInstances: oneDown },
  } as const;
  expect(markedText(deploymentSentence(down))).toMatch(
    /^1 of 2 instances is down .* TTFT p95 over 5 min is <6\.9>\. Throughout the last 2 min, at least <31> were waiting for space in the KV cache\. The fullest KV cache was <0\.98> full\. <0\.1> of requests fail\.$/,
  );
});

test("names a full batch next to an instance that is down", () => {
  const full = { minWaiting: 4, constantRunning: 64, finishedWhileConstant: 9, meanKvUsageRatio: 0.6 };
  const down = {
    ...facts,
    status: "instances-down",
    statusNumbers: { ...full, downInstances: oneDown },
  } as const;
  expect(markedText(deploymentSentence(down))).toMatch(
    /The batch is full: throughout the last 2 min, <64> were running and at least <4> were waiting/,
  );
});

test("names errors next to KV pressure, and nothing that the values do not show", () => {
  const readings = { ...facts.readings, errorRatio: present(0.1) };
  expect(markedText(deploymentSentence({ ...facts, statusNumbers, readings }))).toMatch(
    /<6\.9>\. <0\.1> of requests fail\.$/,
  );
  const down = { ...facts, status: "instances-down", statusNumbers: { downInstances: oneDown } } as const;
  expect(markedText(deploymentSentence(down))).not.toMatch(/KV cache|batch|fail/);
});

test("states n and the usual share of aborts that are unusual, also next to a worse problem", () => {
  const unusual = {
    ...facts,
    readings: { ...facts.readings, abortRatio: present(0.03) },
    statusNumbers: { unusualAborts: { n: 1_240, usualRatio: 0.005, usualUpperRatio: 0.007 } },
  };
  const clause = "<0.03> of <1240> are aborted by clients. Usual at this hour: <0.005>, at most <0.007>.";
  expect(markedText(deploymentSentence({ ...unusual, status: "aborts" }))).toBe(clause);
  expect(markedText(deploymentSentence({ ...unusual, status: "slow-ttft" }))).toBe(
    `TTFT p95 is <6.9>. The limit is <1>. ${clause}`,
  );
  const neverUsual = { n: 1_240, usualRatio: 0, usualUpperRatio: 0 };
  const never = { ...unusual, status: "aborts", statusNumbers: { unusualAborts: neverUsual } } as const;
  expect(markedText(deploymentSentence(never))).toMatch(/Usual at this hour: <0>\.$/);
  const above = {
    ...unusual,
    status: "aborts",
    readings: { ...facts.readings, abortRatio: present(0.31) },
  } as const;
  expect(markedText(deploymentSentence(above))).toMatch(/at most <0\.007>\. The limit is <0\.05>\.$/);
});

test("claims that no request is running only if a gauge shows it", () => {
  const absent = (reason: "no-traffic" | "not-exposed" | "metric-absent"): Reading => ({
    kind: "absent",
    reason,
    detail: "",
  });
  const sentenceWith = (running: Reading, waiting = running): string => {
    const readings = { ...facts.readings, ttftP95: absent("no-traffic"), running, waiting };
    return markedText(deploymentSentence({ ...facts, status: "no-traffic", readings }));
  };
  const claim = "No request arrived in the last five minutes, and none is running or waiting.";
  expect(sentenceWith(present(0))).toBe(claim);
  expect(sentenceWith(absent("no-traffic"))).toBe(claim);
  expect(sentenceWith(absent("not-exposed"))).toBe(
    "No request was counted in the last five minutes. How many are running is unknown.",
  );
  expect(sentenceWith(absent("not-exposed"), present(0))).toBe(
    "No request was counted in the last five minutes, and none is waiting. How many are running is unknown.",
  );
  expect(sentenceWith(present(0), absent("metric-absent"))).toBe(
    "No request was counted in the last five minutes, and none is running. How many are waiting is unknown.",
  );
});

test("claims that requests finish only if the counter of requests shows it", () => {
  const absent = (reason: "too-few-samples"): Reading => ({ kind: "absent", reason, detail: "" });
  const readings = {
    ...facts.readings,
    ttftP95: absent("too-few-samples"),
    ttftMean: absent("too-few-samples"),
  };
  const unknown = { ...facts, status: "cannot-tell", readings } as const;
  expect(markedText(deploymentSentence(unknown))).toMatch(
    /^Requests finish, but no first token was observed/,
  );
  expect(markedText(deploymentSentence({ ...unknown, statusNumbers: { countsArrivals: true } }))).toMatch(
    /^Requests arrive, but no first token was observed/,
  );
  const inFlight = { ...unknown, readings: { ...readings, requestRate: present(0) } };
  expect(markedText(deploymentSentence(inFlight))).toMatch(
    /^Requests are in flight, but none finished in the last five minutes/,
  );
});

test("states the edge of the bucket for a TTFT in the first or last bucket of its histogram", () => {
  const sentenceOf = (value: number, lower: number, upper: number | null): string => {
    const ttftP95: Reading = { kind: "present", value, lower, upper, atMs: 0, windowMs: 300_000 };
    const readings = { ...facts.readings, ttftP95 };
    return sentenceText(deploymentSentence({ ...facts, readings, statusNumbers }));
  };
  expect(sentenceOf(0.0095, 0, 0.01)).toMatch(/TTFT p95 over 5 min is <0\.01\ss, below resolution\.$/);
  expect(sentenceOf(60, 60, null)).toMatch(/TTFT p95 over 5 min is ≥\s60\ss\.$/);
  expect(sentenceOf(0.3, 0.25, 0.5)).toMatch(/TTFT p95 over 5 min is 0\.300\ss\.$/);
});

test("links each measured number of unusual aborts to its panel", () => {
  const unusualAborts = { n: 5_100, usualRatio: 0.001, usualUpperRatio: 0.004 };
  const sentence = deploymentSentence({
    ...facts,
    status: "aborts",
    readings: { ...facts.readings, abortRatio: present(0.03) },
    statusNumbers: { ...statusNumbers, unusualAborts },
  });
  const numbers = sentence.flatMap((part) => (part.kind === "number" ? [[part.value, part.signal]] : []));
  expect(numbers).toEqual([
    [0.03, "aborts"],
    [5_100, "requests"],
    [0.001, "aborts"],
    [0.004, "aborts"],
  ]);
});
