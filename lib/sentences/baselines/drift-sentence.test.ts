import { expect, test } from "vitest";
import { driftSentence, type DriftFacts } from "./drift-sentence";

const dayMs = 86_400_000;
const noHour = (reason: Extract<DriftFacts, { kind: "no-hour" }>["reason"]): DriftFacts => ({
  kind: "no-hour",
  reason,
  earlierKinds: [],
  searchedMs: dayMs,
  isPerInstance: true,
});

test.each([
  [{ kind: "deployment-deleted" }, "Cannot tell: the deployment was deleted, so nothing is measured."],
  [
    { kind: "source-failed", source: "prometheus", detail: "connection refused" },
    "Cannot tell: prometheus cannot be read (connection refused). Drift is judged as soon as the source responds.",
  ],
  [
    noHour({ kind: "too-early" }),
    "Cannot tell: less than an hour has passed since the end of the baseline. Drift is judged after one hour.",
  ],
  [
    noHour({ kind: "few-requests", requestCount: 12, neededCount: 59 }),
    "Cannot tell: the last hour has 12 requests, and a p95 needs 59. Drift is judged at the next hour with enough requests.",
  ],
  [
    noHour({ kind: "load-differs", differences: [{ measure: "requestsPerInstance", ratio: 2 }] }),
    "Cannot tell: no hour of the last 24\u202fh has the load of the baseline. In the last hour, the request rate per instance was 2.00 times the earlier rate, and windows are compared at equal load only. Capture a new baseline at the present load, or wait until the load is equal again.",
  ],
  [
    noHour({ kind: "excluded" }),
    "Cannot tell: every hour of the last 24\u202fh contains an exclusion or a deploy. Drift is judged one hour after the newest of these events.",
  ],
  [
    noHour({ kind: "no-samples" }),
    "Cannot tell: no hour of the last 24\u202fh has samples for at least 45 min. Check that Prometheus scrapes the deployment.",
  ],
  [
    {
      kind: "no-hour",
      reason: { kind: "few-requests", requestCount: 12, neededCount: 59 },
      earlierKinds: ["load-differs", "excluded"],
      searchedMs: dayMs,
      isPerInstance: true,
    },
    "Cannot tell: the last hour has 12 requests, and a p95 needs 59. Some earlier hours of the last 24\u202fh have a different load than the baseline, others contain an exclusion or a deploy. Drift is judged at the next hour with enough requests.",
  ],
  [
    {
      kind: "no-hour",
      reason: { kind: "load-differs", differences: [{ measure: "requestsPerInstance", ratio: 2 }] },
      earlierKinds: ["no-samples"],
      searchedMs: dayMs,
      isPerInstance: true,
    },
    "Cannot tell: in the last hour, the request rate per instance was 2.00 times the earlier rate, and windows are compared at equal load only. Some earlier hours of the last 24\u202fh have samples for less than 45 min. Capture a new baseline at the present load, or wait until the load is equal again.",
  ],
] as const satisfies readonly (readonly [DriftFacts, string])[])(
  "states why there is no verdict: %o",
  (facts, text) => {
    expect(driftSentence(facts)).toBe(text);
  },
);
