import { expect, test } from "vitest";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { phaseIds } from "@/lib/model/traces/phase";
import {
  bandTitle,
  breakdownHeadline,
  growthText,
  slowSamplingSentence,
  ttftSentence,
} from "@/lib/sentences/traces/breakdown-text";
import { formatCollectorSetting } from "./collector-setting";
import { noConditions } from "@/lib/client/study-url";
import { parseConditionsForm, conditionsText } from "./trace-conditions";
import { toPhaseShares } from "@/lib/analysis/traces/phase-shares";
import {
  equivalentsText,
  sufficientSampleText,
  otherTimeText,
  slowHeadline,
  slowSentence,
  type SlowDifference,
  type SlowDifferences,
} from "@/lib/sentences/traces/slow-text";
import { toCondition } from "./slow/to-condition";

const phases = (given: Partial<TraceStudy["bands"][number]["phaseNs"]>) =>
  ({
    ...Object.fromEntries(phaseIds.map((phase) => [phase, 0])),
    ...given,
  }) as TraceStudy["bands"][number]["phaseNs"];
const band = (from: number, to: number, phaseNs: ReturnType<typeof phases>) => {
  const meanNs = Object.values(phaseNs).reduce((sum, ns) => sum + ns, 0);
  return { fromQuantile: from, toQuantile: to, n: 10, minNs: 0, maxNs: meanNs, meanNs, phaseNs };
};

test("orders phases as a request passes them, with shares that add up to 1", () => {
  const parts = toPhaseShares(phases({ decode: 60, queue: 20, unexplained: 20 }));
  expect(parts.map(({ phase, share }) => [phase, share])).toEqual([
    ["queue", 0.2],
    ["decode", 0.6],
    ["unexplained", 0.2],
  ]);
});

test("names bands by their percentiles", () => {
  expect([
    bandTitle({ fromQuantile: 0, toQuantile: 0.25 }),
    bandTitle({ fromQuantile: 0.95, toQuantile: 0.99 }),
    bandTitle({ fromQuantile: 0.99, toQuantile: 1 }),
  ]).toEqual(["to p25", "p95–p99", "above p99"]);
});

test("compares the median with the slowest requests and reports unexplained time", () => {
  const median = band(0.45, 0.55, phases({ decode: 750e6, queue: 250e6 }));
  const slowest = band(0.99, 1, phases({ decode: 1e9, unexplained: 3e9 }));
  const { first, rest } = breakdownHeadline({ median, bands: [median, slowest] });
  expect(first).toMatch(/75\.0\s% of its 1\ss in decode$/);
  expect(rest).toMatch(/above p99 spend 75\.0\s% of 4\ss in unexplained time\.$/);
  expect(breakdownHeadline({ median: null, bands: [] }).first).toBe(
    "The spans of these requests have no duration.",
  );
});

test("reports that TTFT is unknown if no request reports it", () => {
  const reading = { analysedRequestCount: 7 } as TraceStudy["retrieval"];
  expect(ttftSentence({ ttft: null, retrieval: reading })).toMatch(/None of 7 requests/);
  const phaseNs = phases({ prefill: 80e6, unexplained: 20e6 });
  expect(
    ttftSentence({ ttft: { ttftNs: 100e6, sumNs: 100e6, phaseNs, n: 5, traceCount: 7 }, retrieval: reading }),
  ).toMatch(/5 of 7 requests.*100\sms, 80\.0\s% in prefill\. .* 20\.0\s% is unexplained/);
});

const checked = {
  kind: "checked",
  edgeNs: 2.5e9,
  shareAboveEdge: 0.02,
  verdict: "too-few",
  n: 400,
  expectedCount: 8,
  observedCount: 0,
  pValue: 0.0004,
  samplingRatio: 0.2,
  withFailedRequests: null,
  remedy: { processor: "tail_sampling", policy: "latency", thresholdMs: 2_500 },
} as const;

test("states the expected and the observed number of slow traces and the p-value", () => {
  expect(slowSamplingSentence({ slowSampling: checked })).toMatch(
    /2\.00\s% of requests took longer than 2\.5\ss.*Of 400 traces, 8\.00 should be above this bucket edge, and 0 are\. Slow requests are traced less often than others \(p-value <0\.001\)\. 20\.0\s%/,
  );
  expect(formatCollectorSetting(checked.remedy)).toContain("        latency: {threshold_ms: 2500}");
});

test("explains why there is no growth line", () => {
  const none = {
    measure: "ttft",
    lengthKind: "prompt",
    n: 3,
    line: null,
    reason: "3 traces report both",
    bins: [],
  } as const;
  expect(growthText({ ...none, bins: [] })).toBe("3 traces report both");
  const line = { slope: 2_000, lower: 1_000, upper: 3_000, intercept: 0, explainedRatio: 0.9, n: 30 };
  expect(growthText({ ...none, bins: [], line, reason: null })).toMatch(
    /^2\.00\sms per 1,000 tokens \(1\.00 to 3\.00\)$/,
  );
});

const row = (feature: SlowDifference["feature"], match: SlowDifference["match"]): SlowDifference => ({
  feature,
  match,
  category: feature.service === null ? "request" : "infrastructure",
  by: "duration" as const,
  equivalents: [],
  slowCount: 9,
  restCount: 1,
  slowShare: 0.9,
  restShare: 0.01,
  shareDifference: 0.89,
  pValue: 0.0001,
  mayBeChance: false,
});
const of = (attribute: string) => ({ attribute, service: null });

test("returns the condition for a row if one can express it", () => {
  expect(toCondition(row(of("tenant"), { kind: "value", value: "a=b" }))).toEqual({
    attribute: "tenant=a=b",
  });
  expect(toCondition(row(of("prompt tokens"), { kind: "range", above: 4_000, upTo: null }))).toEqual({
    attribute: "prompt tokens>4000",
  });
  expect(toCondition(row(of("batch"), { kind: "range", above: null, upTo: 2 }))).toEqual({
    attribute: "batch<=2",
  });
  expect(toCondition(row(of("ended in error"), { kind: "value", value: "true" }))).toEqual({
    errors: "true",
  });
  expect(toCondition(row(of("ended in error"), { kind: "value", value: "false" }))).toBeNull();
  expect(toCondition(row(of("a=b"), { kind: "value", value: "c" }))).toBeNull();
  expect(toCondition(row(of("tenant"), { kind: "missing" }))).toBeNull();
});

test("names the strongest significant attribute in the headline", () => {
  const separate = (rows: readonly SlowDifference[]): TraceStudy["slow"] => ({
    kind: "differences",
    by: "duration",
    thresholdNs: 8e9,
    slowCount: 10,
    restCount: 100,
    missingTimeCount: 0,
    testCount: rows.length,
    differences: { rows: [...rows], omittedCount: 0 },
    quantile: 0.95,
    defaultSlowQuantile: null,
    otherTime: null,
    excludedAttributes: { rows: [], omittedCount: 0 },
  });
  const instance = row(
    { attribute: "service.instance.id", service: "engine" },
    { kind: "value", value: "i-0" },
  );
  expect(slowHeadline(separate([instance]))).toEqual({
    first: expect.stringMatching(
      /^90\.0\s% of slow requests have service\.instance\.id of engine i-0$/,
    ) as string,
    rest: expect.stringMatching(/^, compared with 1\.00\s% of the rest\. Slow means above 8\ss\.$/) as string,
  });
  expect(slowHeadline(separate([{ ...instance, mayBeChance: true }])).first).toMatch(
    /^No attribute distinguishes/,
  );
  const long = row(of("prompt tokens"), { kind: "range", above: 690, upTo: null });
  expect(slowHeadline(separate([instance, long]))).toEqual({
    first: expect.stringMatching(/have service\.instance\.id of engine i-0$/) as string,
    rest: expect.stringMatching(
      /^, compared with 1\.00\s% of the rest\. Slow requests have more tokens: 90\.0\s% have prompt tokens over 690, compared with 1\.00\s% of the rest\. Slow means above 8\ss\.$/,
    ) as string,
  });
  const hit = row(of("prefix.hit"), { kind: "value", value: "false" });
  expect(slowHeadline(separate([instance, hit])).rest).toMatch(
    /\. Request attributes: 90\.0\s% have prefix\.hit/,
  );
  const lower = {
    ...separate([long]),
    quantile: 0.75,
    defaultSlowQuantile: { q: 0.95, slowCount: 3 },
  } as SlowDifferences;
  expect(slowHeadline(lower).rest).toMatch(
    / Slow means above 8\ss \(p75, because only 3 requests are above p95\)\.$/,
  );
  expect(slowSentence(lower)).toMatch(
    / compared with 100 other requests\. Slow means a duration above 8\ss \(p75, because only 3 requests are above p95\)\./,
  );
  expect(slowHeadline(separate([{ ...instance, mayBeChance: true }, long])).first).toMatch(
    /prompt tokens over 690$/,
  );
  const other = { by: "ttft", thresholdNs: 512e6, quantile: 0.95, slowCount: 10, restCount: 100 } as const;
  const early = { ...separate([{ ...instance, by: "ttft" }, long]), otherTime: other } as SlowDifferences;
  expect(slowHeadline(early)).toEqual({
    first: expect.stringMatching(
      /^90\.0\s% of requests with a slow first token have service\.instance\.id of engine i-0$/,
    ) as string,
    rest: expect.stringMatching(
      /^, compared with 1\.00\s% of the rest\. A request counts as slow with a time to first token above 512\sms, or with a duration above 8\ss\. Slow requests have more tokens: 90\.0\s% have prompt tokens over 690, compared with 1\.00\s% of the rest\.$/,
    ) as string,
  });
  expect(early.differences.rows.map((one) => otherTimeText(early, one))).toEqual([
    expect.stringMatching(/^by time to first token, above 512\sms$/),
    null,
  ]);
  expect(
    equivalentsText([
      { feature: of("ended in error"), match: { kind: "value", value: "true" }, relation: "complement" },
      {
        feature: of("gen_ai.prefill.tokens"),
        match: { kind: "range", above: 600, upTo: null },
        relation: "same",
      },
    ]),
  ).toBe(
    "Same requests as: gen_ai.prefill.tokens over 600. All requests except those with: ended in error true.",
  );
});

test("suggests a threshold that leaves enough requests", () => {
  const few = { kind: "too-few", thresholdNs: 8e9, slowCount: 4, restCount: 70, neededCount: 10 } as const;
  expect(sufficientSampleText({ ...few, sufficientQuantile: { q: 0.75, slowCount: 18 } }, 60_000)).toMatch(
    /^18 requests are above p75, which is enough for an analysis\./,
  );
  expect(sufficientSampleText({ ...few, sufficientQuantile: null }, 60_000)).toMatch(
    /^No quantile leaves 10 requests[^.]*\. Choose [^.]*\.$/,
  );
  expect(
    sufficientSampleText({ ...few, slowCount: 5, restCount: 5, sufficientQuantile: null }, 60_000),
  ).toMatch(/about 2\smin has the 20 requests that p50 requires\.$/);
  expect(
    sufficientSampleText({ ...few, slowCount: 0, restCount: 0, sufficientQuantile: null }, 60_000),
  ).not.toMatch(/rate/);
});

test("parses valid conditions of a form and formats them", () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    service: "",
    operation: " POST ",
    minMs: "20",
    maxMs: "x",
    attribute: "plain",
    n: "1000",
  }))
    form.set(name, value);
  const conditions = parseConditionsForm(form);
  expect(conditions).toEqual({ ...noConditions, operation: "POST", minMs: 20, n: null });
  expect(conditionsText(conditions)).toMatch(/^Traces with POST, at least 20\sms long$/);
  expect(conditionsText(noConditions)).toBe("All traces");
});
