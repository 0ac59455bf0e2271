import { expect, test } from "vitest";
import type { TraceStudy } from "@/lib/contracts/trace-study";
import { phaseIds } from "@/lib/model/phase";
import { breakdownHeadline, growthText, tailSentence, ttftSentence } from "./breakdown-text";
import { collectorSetting } from "./collector-setting";
import { parseConditionsForm, conditionsText, noConditions } from "./trace-conditions";
import { bandTitle, phaseParts } from "./phase-shares";
import {
  alsoText,
  conditionOf,
  enoughText,
  otherText,
  slowHeadline,
  slowSentence,
  type Separation,
  type Separations,
} from "./slow-text";

const phases = (given: Partial<TraceStudy["bands"][number]["phaseNs"]>) =>
  ({
    ...Object.fromEntries(phaseIds.map((phase) => [phase, 0])),
    ...given,
  }) as TraceStudy["bands"][number]["phaseNs"];
const band = (from: number, to: number, phaseNs: ReturnType<typeof phases>) => {
  const meanNs = Object.values(phaseNs).reduce((sum, ns) => sum + ns, 0);
  return { from, to, n: 10, minNs: 0, maxNs: meanNs, meanNs, phaseNs };
};

test("phases stand in the order of a request and add up to their whole", () => {
  const parts = phaseParts(phases({ decode: 60, queue: 20, unexplained: 20 }));
  expect(parts.map(({ phase, share }) => [phase, share])).toEqual([
    ["queue", 0.2],
    ["decode", 0.6],
    ["unexplained", 0.2],
  ]);
});

test("bands are named by their percentiles", () => {
  expect([
    bandTitle({ from: 0, to: 0.25 }),
    bandTitle({ from: 0.95, to: 0.99 }),
    bandTitle({ from: 0.99, to: 1 }),
  ]).toEqual(["to p25", "p95–p99", "above p99"]);
});

test("the headline sets the median beside the slowest, and says when nobody explains the most", () => {
  const median = band(0.45, 0.55, phases({ decode: 750e6, queue: 250e6 }));
  const slowest = band(0.99, 1, phases({ decode: 1e9, unexplained: 3e9 }));
  const { first, rest } = breakdownHeadline({ median, bands: [median, slowest] });
  expect(first).toMatch(/75\.0\s% of its 1\ss in decode$/);
  expect(rest).toMatch(/above p99 spend 75\.0\s% of 4\ss in what nobody explains\.$/);
  expect(breakdownHeadline({ median: null, bands: [] }).first).toBe("These requests took no time.");
});

test("TTFT that nobody tells is said to be told by nobody", () => {
  const reading = { requests: 7 } as TraceStudy["retrieval"];
  expect(ttftSentence({ ttft: null, retrieval: reading })).toMatch(/None of 7 requests/);
  const phaseNs = phases({ prefill: 80e6, unexplained: 20e6 });
  expect(
    ttftSentence({ ttft: { ttftNs: 100e6, sumNs: 100e6, phaseNs, n: 5, total: 7 }, retrieval: reading }),
  ).toMatch(/5 of 7 requests.*100\sms, 80\.0\s% in prefill\. .* 20\.0\s% of it nobody explains/);
});

const checked = {
  kind: "checked",
  edgeNs: 2.5e9,
  shareAbove: 0.02,
  verdict: "too-few",
  n: 400,
  expected: 8,
  observed: 0,
  pValue: 0.0004,
  samplingRatio: 0.2,
  withFailedRequests: null,
  remedy: { processor: "tail_sampling", policy: "latency", thresholdMs: 2_500 },
} as const;

test("a tail says what was expected, what is there and how surely it is missing", () => {
  expect(tailSentence({ tail: checked })).toMatch(
    /2\.00\s% of the requests took longer than 2\.5\ss.*of 400 traces 8\.00 are expected above it, 0 are there: the slow ones are missing \(chance <0\.001\)\. 20\.0\s%/,
  );
  expect(collectorSetting(checked.remedy)).toContain("        latency: {threshold_ms: 2500}");
});

test("growth without a line says why", () => {
  const none = {
    measure: "ttft",
    lengthKind: "prompt",
    n: 3,
    line: null,
    reason: "3 traces tell both",
    bins: [],
  } as const;
  expect(growthText({ ...none, bins: [] })).toBe("3 traces tell both");
  const line = { slope: 2_000, lower: 1_000, upper: 3_000, base: 0, explained: 0.9, n: 30 };
  expect(growthText({ ...none, bins: [], line, reason: null })).toMatch(
    /^2\.00\sms per 1,000 tokens \(1\.00 to 3\.00\)$/,
  );
});

const row = (feature: Separation["feature"], match: Separation["match"]): Separation => ({
  feature,
  match,
  category: feature.service === null ? "request" : "infrastructure",
  by: "duration" as const,
  equivalents: [],
  slow: 9,
  rest: 1,
  slowShare: 0.9,
  restShare: 0.01,
  difference: 0.89,
  pValue: 0.0001,
  mayBeChance: false,
});
const of = (attribute: string) => ({ attribute, service: null });

test("a row leads to the requests that have its value, where a condition says that", () => {
  expect(conditionOf(row(of("tenant"), { kind: "value", value: "a=b" }))).toEqual({ attr: "tenant=a=b" });
  expect(conditionOf(row(of("prompt tokens"), { kind: "range", above: 4_000, upTo: null }))).toEqual({
    attr: "prompt tokens>4000",
  });
  expect(conditionOf(row(of("batch"), { kind: "range", above: null, upTo: 2 }))).toEqual({
    attr: "batch<=2",
  });
  expect(conditionOf(row(of("Error status"), { kind: "value", value: "true" }))).toEqual({ err: "true" });
  expect(conditionOf(row(of("Error status"), { kind: "value", value: "false" }))).toBeNull();
  expect(conditionOf(row(of("a=b"), { kind: "value", value: "c" }))).toBeNull();
  expect(conditionOf(row(of("tenant"), { kind: "missing" }))).toBeNull();
});

test("the headline names what sets the slow apart most, and does not make something of chance", () => {
  const told = (rows: readonly Separation[]): TraceStudy["slow"] => ({
    kind: "differences",
    by: "duration",
    thresholdNs: 8e9,
    slow: 10,
    rest: 100,
    missingTime: 0,
    testCount: rows.length,
    differences: { rows: [...rows], omittedCount: 0 },
    quantile: 0.95,
    defaultQuantile: null,
    otherTime: null,
    excludedAttributes: { rows: [], omittedCount: 0 },
  });
  const instance = row(
    { attribute: "service.instance.id", service: "engine" },
    { kind: "value", value: "i-0" },
  );
  expect(slowHeadline(told([instance]))).toEqual({
    first: expect.stringMatching(
      /^90\.0\s% of the slow requests have service\.instance\.id of engine i-0$/,
    ) as string,
    rest: expect.stringMatching(/^, of the rest 1\.00\s%\. Slow is above 8\ss\.$/) as string,
  });
  expect(slowHeadline(told([{ ...instance, mayBeChance: true }])).first).toMatch(/^Nothing that is known/);
  const long = row(of("prompt tokens"), { kind: "range", above: 690, upTo: null });
  expect(slowHeadline(told([instance, long]))).toEqual({
    first: expect.stringMatching(/have service\.instance\.id of engine i-0$/) as string,
    rest: expect.stringMatching(
      /^, of the rest 1\.00\s%; and they are the longer ones: 90\.0\s% have prompt tokens over 690, of the rest 1\.00\s%\. Slow is above 8\ss\.$/,
    ) as string,
  });
  const hit = row(of("prefix.hit"), { kind: "value", value: "false" });
  expect(slowHeadline(told([instance, hit])).rest).toMatch(
    /; and of what was asked: 90\.0\s% have prefix\.hit/,
  );
  const lower = { ...told([long]), quantile: 0.75, defaultQuantile: { q: 0.95, slow: 3 } } as Separations;
  expect(slowHeadline(lower).rest).toMatch(/ Slow is above 8\ss, the p75: above the p95 there are only 3\.$/);
  expect(slowSentence(lower)).toMatch(
    /above 8\ss, the p75: above the p95 there are only 3, against 100 others/,
  );
  expect(slowHeadline(told([{ ...instance, mayBeChance: true }, long])).first).toMatch(
    /prompt tokens over 690$/,
  );
  const other = { by: "ttft", thresholdNs: 512e6, quantile: 0.95, slow: 10, rest: 100 } as const;
  const early = { ...told([{ ...instance, by: "ttft" }, long]), otherTime: other } as Separations;
  expect(slowHeadline(early)).toEqual({
    first: expect.stringMatching(
      /^90\.0\s% of the requests that are slow to their first token have service\.instance\.id of engine i-0$/,
    ) as string,
    rest: expect.stringMatching(
      /^, of the rest 1\.00\s%; slow there is above 512\sms\. By duration slow is above 8\ss; and they are the longer ones: 90\.0\s% have prompt tokens over 690, of the rest 1\.00\s%\.$/,
    ) as string,
  });
  expect(early.differences.rows.map((one) => otherText(early, one))).toEqual([
    expect.stringMatching(/^by time to first token, above 512\sms$/),
    null,
  ]);
  expect(
    alsoText([
      { feature: of("Error status"), match: { kind: "value", value: "true" }, relation: "complement" },
      {
        feature: of("gen_ai.prefill.tokens"),
        match: { kind: "range", above: 600, upTo: null },
        relation: "same",
      },
    ]),
  ).toBe("the same requests: gen_ai.prefill.tokens over 600; the other requests: ended in error true");
});

test("where the threshold leaves too few, what would leave enough is said", () => {
  const few = { kind: "too-few", thresholdNs: 8e9, slow: 4, rest: 70, needed: 10 } as const;
  expect(enoughText({ ...few, sufficientQuantile: { q: 0.75, slow: 18 } }, 60_000)).toMatch(
    /^Above p75 there are 18, which is enough\./,
  );
  expect(enoughText({ ...few, sufficientQuantile: null }, 60_000)).toMatch(
    /^No quantile leaves 10 requests[^.]*\.$/,
  );
  expect(enoughText({ ...few, slow: 5, rest: 5, sufficientQuantile: null }, 60_000)).toMatch(
    /about 2\smin hold the 20 that p50 needs\.$/,
  );
  expect(enoughText({ ...few, slow: 0, rest: 0, sufficientQuantile: null }, 60_000)).not.toMatch(/rate/);
});

test("a form's conditions are those that can be used, and words say which", () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    svc: "",
    op: " POST ",
    least: "20",
    most: "x",
    attr: "plain",
    n: "1000",
  }))
    form.set(name, value);
  const conditions = parseConditionsForm(form);
  expect(conditions).toEqual({ ...noConditions, op: "POST", least: 20, n: null });
  expect(conditionsText(conditions)).toMatch(/^Traces with POST, at least 20\sms long$/);
  expect(conditionsText(noConditions)).toBe("All traces");
});
