import { expect, test } from "vitest";
import type { Reading } from "@/lib/model/reading";
import { markedText } from "@/tests/support/sentence-text";
import { deploymentSentence, type RowFacts } from "./deployment-sentence";

const present = (value: number): Reading => ({ kind: "present", value, atMs: 0, windowMs: 300_000 });

const facts: RowFacts = {
  slug: "chat",
  title: "chat",
  status: "kv-pressure",
  isFrozen: false,
  sourceError: null,
  readings: {
    ttftP95: present(6.9),
    tpotMean: present(0.03),
    running: present(80),
    waiting: present(47),
    kvUsage: present(0.72),
    errorRatio: present(0),
  },
};

const judgedBy = { minRunning: 0, minQueued: 12, minWaiting: 31, meanKvUsageRatio: 0.98 };

test("KV pressure is told by the numbers it was judged by, and every number by its window", () => {
  expect(markedText(deploymentSentence({ ...facts, judgedBy }))).toBe(
    "For 2 min at least <31> have waited for KV cache, <0.98> of it in use where it is fullest; TTFT p95 over 5 min is <6.9>.",
  );
});

test("a stall tells what ran and waited all the while, not the mean of before", () => {
  const stalled = { ...facts, status: "stalled" } as const;
  expect(markedText(deploymentSentence({ ...stalled, judgedBy }))).toBe(
    "<0> run and <12> wait, yet no token came out for 30 s.",
  );
});

test("without them no usage of another window stands in", () => {
  expect(markedText(deploymentSentence(facts))).toBe("<47> wait for KV cache; TTFT p95 over 5 min is <6.9>.");
});

test("targets that are down say since when where it is known, and only how it stands where it is not", () => {
  const down = { ...facts, status: "source-down" } as const;
  const since = { kind: "since", atMs: 1, withinMs: 1, forMs: 1 } as const;
  const rest = ", so nothing is known now. Start the engine, or correct its scrape job.";
  expect(deploymentSentence({ ...down, downSince: since })).toEqual([
    { kind: "text", text: "None of its targets has answered Prometheus " },
    { kind: "down-since", since },
    { kind: "text", text: rest },
  ]);
  expect(markedText(deploymentSentence(down))).toBe(`None of its targets answers Prometheus${rest}`);
});

test("what cannot be judged says which signal is missing and why", () => {
  const ttftSentence = (detail: string): string =>
    markedText(
      deploymentSentence({
        ...facts,
        status: "cannot-tell",
        readings: { ...facts.readings, ttftP95: { kind: "absent", reason: "metric-absent", detail } },
      }),
    );
  expect(ttftSentence("sglang:x_count was there before and is gone.")).toBe(
    "TTFT: sglang:x_count was there before and is gone.",
  );
  expect(ttftSentence("The source has no such metric for this deployment.")).toBe(
    "TTFT: the source has no such metric for this deployment.",
  );
});

test("an engine that tells TTFT and no TPOT is within the limit it tells, and says why it tells no other", () => {
  const ok = { ...facts, status: "ok" } as const;
  const tpotMean: Reading = {
    kind: "absent",
    reason: "not-exposed",
    detail: "This engine does not expose it.",
  };
  expect(
    markedText(
      deploymentSentence({ ...ok, readings: { ...facts.readings, ttftP95: present(0.4), tpotMean } }),
    ),
  ).toBe("Within its limit: TTFT p95 is <0.4> of <1>. Mean TPOT: this engine does not expose it.");
  const few: Reading = { kind: "absent", reason: "too-few-samples", detail: "5 of the 20." };
  expect(markedText(deploymentSentence({ ...ok, readings: { ...facts.readings, ttftP95: few } }))).toMatch(
    /too few requests finished/,
  );
});

test("selectors that find nothing are told as such, by readings or, of a training job, by its targets", () => {
  const detail = 'No series fits the selector {job="vllmm"}; correct it under Settings, Deployments.';
  const none = { kind: "absent", reason: "no-series", detail } as const;
  const readings = { ...facts.readings, ttftP95: none, running: none };
  expect(markedText(deploymentSentence({ ...facts, status: "cannot-tell", readings }))).toBe(detail);
  const job = { ...facts, trains: true, judgedBy: { ...judgedBy, targets: "none" } } as const;
  expect(markedText(deploymentSentence({ ...job, status: "cannot-tell" }))).toContain(
    "No series fits its selectors",
  );
});
