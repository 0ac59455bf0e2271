/** Questions of each kind of evidence about the known history of assist-8b, and their values in the Markdown export. */
import { expect } from "vitest";
import { computeRelationInSteps } from "@/lib/analysis/statistics/series/signal-relation";
import { assertPresent } from "@/lib/base/assert";
import { runWithoutPause } from "@/lib/base/steps";
import type {
  EvidenceData,
  EvidenceQuestion,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { sentenceText } from "@/lib/format/sentence-text";
import type { Answer } from "@/lib/model/answer";
import { createPair } from "@/lib/sentences/signals/correlation/pair";
import { fixtureNowMs } from "@/tests/support/server/stored-fixture";
import type { SignedInPerson } from "../people/people-fixture";
import { send } from "./investigation-fixture";

const minuteMs = 60_000;
/** The deployment of all questions. */
export const slug = "assist-8b";

/** The window of all questions. */
export const window = { startMs: fixtureNowMs - 62 * minuteMs, endMs: fixtureNowMs - 2 * minuteMs };
/** The window as query parameters. */
export const fixed = { from: String(window.startMs), to: String(window.endMs) };
/** A question about signals. */
export const signalsQuestion = {
  endpoint: "signals",
  panel: "ttft",
  v: 1,
  signals: ["ttft"],
  statistics: ["p50", "p95"],
  extras: ["distribution"],
  scope: { deployment: slug },
  window,
} as const satisfies EvidenceQuestion;
/** A question about roofline. */
export const rooflineQuestion = {
  endpoint: "roofline",
  deployment: slug,
  window,
} as const satisfies EvidenceQuestion;
/** A question about sweep. */
export const sweepQuestion = { ...rooflineQuestion, endpoint: "sweep" } as const satisfies EvidenceQuestion;
/** A question about whatIf. */
export const whatIfQuestion = {
  ...rooflineQuestion,
  endpoint: "what-if",
  levers: { batch: "64", accelerator: "h200-sxm" },
} as const satisfies EvidenceQuestion;
/** A question about calculator. */
export const calculatorQuestion = {
  endpoint: "calculator",
  calculator: "weights",
  inputs: { model: "llama-3.1-8b", w: "fp8" },
} as const satisfies EvidenceQuestion;
/** A question about correlation. */
export const correlationQuestion = {
  endpoint: "correlation",
  x: "requests",
  y: "ttft",
  scope: { deployment: slug },
  window,
} as const satisfies EvidenceQuestion;
/** A question about comparison. */
export const comparisonQuestion = {
  endpoint: "comparison",
  before: `window:${slug}:${window.startMs}:${window.startMs + 25 * minuteMs}`,
  after: `window:${slug}:${window.startMs + 30 * minuteMs}:${window.startMs + 55 * minuteMs}`,
  statistic: "p95",
  factor: null,
  isStrict: false,
} as const satisfies EvidenceQuestion;

/** Question and values of each kind in the Markdown export. */
export const markdown: Readonly<Record<string, readonly RegExp[]>> = {
  signals: [
    /^Question: Time to first token, TTFT: p50, p95 of assist-8b$/m,
    /^- TTFT p95: [^\n]+ in [\d,]+ points\. At the end of the window: [^\n]+\ss, bucket [^\n]+, n = [\d,]+\.$/m,
  ],
  roofline: [
    /^Question: Roofline of assist-8b$/m,
    /^- Decode while busy, mean of the window: [^\n]+FLOP\/B, [^\n]+, MBU [^\n]+, batch [\d.]+, n = [\d,]+ steps$/m,
  ],
  comparison: [
    /^Question: Comparison of assist-8b, [\dT:.-]+Z to [\dT:.-]+Z \(before\) with assist-8b, .* \(after\) by p95$/m,
    /^- TTFT p95: [^\n]+ → [^\n]+, n = [\d,]+ before and [\d,]+ after$/m,
  ],
  gate: [
    /^Question: Gate run of [^\n]*, [\dT:.-]+Z to [\dT:.-]+Z, against the baseline “[^\n]+”: (?:Pass|Fail|Cannot tell), evaluated at [\dT:.-]+Z$/m,
    / n = [\d,]+ in the baseline and [\d,]+ in the window\.$/m,
  ],
  sweep: [
    /^Question: Batch sweep of assist-8b$/m,
    /^- Batch [\d.]+: step time [^\n]+ms, [^\n]+tokens\/s, n = \d+ intervals?$/m,
  ],
  overview: [
    /^Question: Status of all deployments at the end of the window$/m,
    /^- All deployments: requests [^\n]+, output [^\n]+, n = [\d,]+ requests\.$/m,
    /^- assist-8b: [^\n]+ TTFT p95 [^\n]+ \(n = [\d,]+\)/m,
  ],
  baseline: [
    /^Question: Baseline “[^\n]+”, captured from [\dT:.-]+Z to [\dT:.-]+Z$/m,
    /^- TTFT: p50 [^\n]+, p95 [^\n]+ \(95 % interval [^\n]+\), [^\n]+, n = [\d,]+$/m,
    /^- Requests: [^\n]+, n = \d+ blocks$/m,
  ],
  "data-check": [/^- \d+ of \d+ signals have data\. \d+ signals? ha(?:s|ve) no data\.$/m, /: no data\. /],
  "what-if": [/^- Change: .*batch 64/m, /^- Maximum output: .+ now, .+ after the change/m],
  utilisation: [
    /^Question: Model bandwidth utilisation, MBU of assist-8b$/m,
    /^- MBU: [^\n]+ to [^\n]+, mean [^\n]+, in \d+ intervals, n = [\d,]+ steps$/m,
  ],
  correlation: [
    /^Question: Correlation of Time to first token, TTFT \(Y axis\) with Requests \(X axis\) of assist-8b$/m,
    /^- Spearman: −?\d\.\d\d, −?\d\.\d\d to −?\d\.\d\d$/m,
    /^- Pairs, n: \d+$/m,
    /^- requests: [^\n]+ to [^\n]+ in \d+ points\./m,
  ],
};

/** Fields that differ between two reads of the same data. */
const readTimes = new Set(["asOfMs", "serverNowMs"]);

/** Returns the data without the times of their read, which differ between two reads. */
export function withoutReadTimes(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data, (key, value: unknown) => (readTimes.has(key) ? undefined : value)));
}

/** Returns the data as evidence stores them: without names, because evidence does not change when a person is removed. */
export function withoutNames(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data).replaceAll(/"editor \d+"/gu, '"a person"'));
}

/** The pair that the page of correlations receives, related as the browser does. */
export async function askCorrelation(caller: SignedInPerson): Promise<unknown> {
  const ask = async (signal: string, statistics: readonly string[]): Promise<Answer> => {
    const question = { v: 1, signals: [signal], statistics, scope: { deployment: slug }, window: fixed };
    const body = { waitMs: 1_500, questions: [{ key: signal, question }] };
    const answer = await send("signals", { caller, body });
    expect(answer.body.panels[0]).toMatchObject({ state: "answered" });
    return answer.body.panels[0].answer as Answer;
  };
  const x = await ask("requests", ["rate"]);
  const y = await ask("ttft", ["p95", "mean"]);
  const pair = assertPresent(createPair(x, y), "both signals have values");
  const relation = runWithoutPause(computeRelationInSteps(pair));
  expect(relation.correlation).toMatchObject({ kind: "correlation", n: expect.any(Number) });
  return { endpoint: "correlation", x, y, relation };
}

/** Caches that answer for a source until it is read again. */
export const sourceCaches = ["series-reader", "spacing-reader", "signals-answers", "signals-panels"] as const;

type StoredSeries = Extract<EvidenceData, { endpoint: "signals" }>["answer"]["series"][number];

/** Changes the series of a stored panel. */
export function changeSeries(change: (series: StoredSeries, index: number) => StoredSeries) {
  return (data: EvidenceData): EvidenceData =>
    data.endpoint === "signals"
      ? { ...data, answer: { ...data.answer, series: data.answer.series.map(change) } }
      : data;
}

/** Replaces the verdict of an answer that has none. */
export const noVerdict = "An answer of values only.";

/** Returns the first sentence of the page of an answer, which its verdict contains. */
export function findPageSentence(data: EvidenceData | null): string | RegExp {
  switch (data?.endpoint) {
    case "comparison":
      return data.comparison.sentence;
    case "gate":
      return data.run.gate.sentence;
    case "overview":
      return sentenceText(data.fleet.headline);
    case "roofline":
      return data.page.pools.map(({ headline }) => sentenceText(headline))[0] ?? "no pool";
    case "sweep":
      return data.page.pools.map(({ sweep }) => sentenceText(sweep.sentence))[0] ?? "no pool";
    case "baseline":
      return /^Healthy: TTFT p95 was .+ at .+\sreq\/s\.$/;
    case "data-check":
      return /^\d+ of \d+ signals have data\. /;
    case "correlation":
      return /correlation/i;
    default:
      return noVerdict;
  }
}
