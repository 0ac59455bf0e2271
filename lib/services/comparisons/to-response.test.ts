import { expect, test } from "vitest";
import { assertPresent } from "@/lib/base/assert";
import { compareSides, type ComparisonOptions } from "@/lib/analysis/comparisons/compare-sides";
import { measureFixture, vllmEdges, type WindowPlan } from "@/lib/analysis/comparisons/fixtures";
import { comparisonContract } from "@/lib/contracts/comparisons";
import type { MeasuredSide } from "@/lib/model/comparison/measured-side";
import { comparisonSentence } from "@/lib/sentences/comparisons/comparison-sentence";
import { writeComparisonMarkdown } from "@/lib/sentences/comparisons/comparison-markdown";
import { cannotTellText } from "@/lib/sentences/comparisons/reason-text";
import { driftSentence } from "@/lib/sentences/baselines/drift-sentence";
import type { SideOutcome } from "./read-side";
import { toResultEntry, toSideEntry } from "./to-response";

const plain: ComparisonOptions = { statistic: "p95", factor: null, isStrict: false, history: null };
const cap = "engine.flags.max_num_seqs";

function sideOf(plan: WindowPlan): MeasuredSide {
  const window = { from: "now-1h", to: "now" };
  const reference = { kind: "window", deployment: "chat", window } as const;
  const identity = { kind: "window", label: "chat", reference, source: "prometheus" } as const;
  return { ...measureFixture(plan), ...identity, historySpreads: [] };
}

function respond(before: WindowPlan, after: WindowPlan, options: Partial<ComparisonOptions> = {}) {
  const [first, second] = [sideOf(before), sideOf({ seed: 2, ...after })];
  const comparison = compareSides(first, second, { ...plain, ...options });
  const sides = {
    before: { kind: "measured", side: first },
    after: { kind: "measured", side: second },
  } as const;
  const result = toResultEntry(comparison, sides);
  const response = {
    asOfMs: 0,
    before: toSideEntry(sides.before),
    after: toSideEntry(sides.after),
    statistic: "p95" as const,
    factor: null,
    isStrict: false,
    isMarginPending: false,
    result,
  };
  return { ...response, sentence: comparisonSentence(response) };
}

/** Replaces thin spaces, so that expectations are readable. */
const textOf = ({ sentence }: { readonly sentence: string }): string => sentence.replaceAll("\u202f", " ");

test("the response is the one of the contract, also as JSON", () => {
  const response = respond({ edges: vllmEdges }, { edges: vllmEdges, requestsPerBlock: 500 });
  const parsed = comparisonContract.response.parse(JSON.parse(JSON.stringify(response)));
  expect(parsed).toEqual(response);
});

test("a regression is the first sentence, with its interval and values", () => {
  expect(textOf(respond({}, { factor: 1.5 }))).toMatch(
    /^TTFT p95 is 50 % worse \(\+4\d % to \+6\d %\), 0\.6\d+ → 1\.0\d s\. TPOT p95 and E2E p95 are also worse\. Error ratio and throughput are the same within 10 %\.$/,
  );
});

test("a change more than twice as large as that of the first signal comes first", () => {
  const small = respond({}, { factor: 1.2 });
  const rows = small.result.rows.map((row) =>
    row.signal === "tpot" && row.statistic === "p95"
      ? { ...row, comparison: { ...row.comparison, change: 0.6 } }
      : row,
  );
  expect(textOf(small)).toMatch(/^TTFT p95 is/);
  expect(comparisonSentence({ ...small, result: { ...small.result, rows } })).toMatch(
    /^TPOT p95 is 60.% worse .* TTFT p95 and E2E p95 are also worse\./,
  );
});

test("a latency that doubles is a multiple of the value before", () => {
  expect(textOf(respond({}, { factor: 3 }))).toMatch(
    /^TTFT p95 is worse: [23]\.\d+ times the value before \(2\.\d+ times to 3\.\d+ times\), /,
  );
});

test("a percentile in a wide bucket is stated with its values, and with the mean that decides", () => {
  expect(textOf(respond({ edges: vllmEdges }, { edges: vllmEdges, factor: 1.3 }))).toMatch(
    /^TTFT p95 is worse: 0\.7\d+ → 0\.9\d+ s\. Mean TTFT is (?:29|30|31) % worse \(.*\), 0\.3\d+ → 0\.4\d+ s\. TPOT p95 and E2E p95 are also worse\. /,
  );
});

test("a window that contains the onset of an incident is worse than any earlier window", () => {
  const windowCount = 28;
  const options = { history: () => ({ windowCount, standardDeviationRatio: 0.03 }) };
  const after = { factor: 39, firstChangedBlock: 25, blockCount: 60, edges: vllmEdges };
  const response = respond({ edges: vllmEdges, blockCount: 60 }, after, options);
  for (const statistic of ["p95", "mean"] as const)
    expect(
      response.result.rows.find((row) => row.signal === "ttft" && row.statistic === statistic),
    ).toMatchObject({
      verdict: "worse",
      comparison: { isBeyondHistory: true },
    });
  expect(textOf(response)).toMatch(
    /^TPOT p95 is worse: \d+\.\d times the value before \(beyond the variation of 28 earlier windows\), 7\d\.\d → /,
  );
  expect(respond({ edges: vllmEdges }, after).result.verdict).toBe("cannot-tell");
});

test("aborts by clients decide the overall verdict, separately from errors", () => {
  const response = respond({ abortRatio: 0 }, { abortRatio: 0.27, seed: 1 });
  expect(response.result.verdict).toBe("worse");
  expect(textOf(response)).toMatch(/^Abort ratio is worse, 0 → 27\.0 %\. /);
  expect(textOf(response)).toContain("error ratio");
});

test("an interval without information states that no bound is known", () => {
  const after = { factor: 39, firstChangedBlock: 25, blockCount: 60, edges: vllmEdges };
  const text = writeComparisonMarkdown(respond({ edges: vllmEdges, blockCount: 60 }, after), String);
  expect(text).not.toMatch(/at least 0.m?s/);
  expect(text).not.toMatch(/−100.% to no limit/);
  expect(text).toContain("no bounds known: too few independent values");
});

test("an estimate of further requests has two digits", () => {
  const { result } = respond({ edges: vllmEdges }, { edges: vllmEdges, factor: 1.3 });
  const row = assertPresent(
    result.rows.find(({ signal, statistic }) => signal === "ttft" && statistic === "mean"),
    "the mean TTFT is compared",
  );
  const reason = { kind: "few-samples", additionalSamples: 1_234, quantileReach: null } as const;
  const undecided = {
    ...row,
    verdict: "cannot-tell" as const,
    comparison: { ...row.comparison, verdict: "cannot-tell" as const, reason },
  };
  expect(cannotTellText(undecided)).toContain("About 1,300 more time blocks");
});

test("Markdown states the number that decides: the mean, if the buckets are too wide for the percentile", () => {
  const response = respond({ edges: vllmEdges }, { edges: vllmEdges, factor: 1.3 });
  const row = response.result.rows.find(({ signal, statistic }) => signal === "ttft" && statistic === "p95");
  expect(row?.exact).not.toBeNull();
  const text = writeComparisonMarkdown(response, String).replaceAll("\u202f", " ");
  const line = text.split("\n").find((one) => one.startsWith("| TTFT p95 |"));
  expect(line).toMatch(/ \| \+(?:29|30|31) %, mean \+(?:29|30|31) % \| \+2\d % to \+3\d % \| Worse \| /);
});

test("Markdown has the verdict after the correction for several tests", () => {
  const response = respond({}, { factor: 1.5 });
  const decisive = response.result.decisive.map((one) => ({ ...one, verdict: "cannot-tell" as const }));
  const text = writeComparisonMarkdown({ ...response, result: { ...response.result, decisive } }, String);
  expect(text.split("\n").find((one) => one.startsWith("| TTFT p95 |"))).toContain("| Cannot tell |");
});

test("a declared load states that throughput follows it", () => {
  const factor = { path: "load", from: null, to: null };
  const { result, ...rest } = respond({}, { requestsPerBlock: 400 }, { factor });
  expect(writeComparisonMarkdown({ ...rest, result }, String)).toContain(
    "Throughput and other rates follow the load, so they are neither better nor worse.",
  );
});

test("two windows without a change are the same", () => {
  const long = { blockCount: 360 };
  expect(textOf(respond(long, long))).toMatch(
    /^TTFT p95, TPOT p95, E2E p95, error ratio and throughput are the same within (?:\d+ % to )?\d+ %\.$/,
  );
});

test("an undeclared difference names its path and values", () => {
  const environment = { [cap]: "256" };
  expect(textOf(respond({ environment }, { environment: { [cap]: "64" } }))).toBe(
    `No verdict: ${cap} (256 → 64) differs and is not declared as the factor. Declare it as the factor, or compare sides with an equal environment.`,
  );
});

test("different load states the factor and the remedy", () => {
  expect(textOf(respond({}, { requestsPerBlock: 400 }))).toContain(
    "The request rate was 2.00 times the earlier rate, and windows are compared at equal load only. Choose windows with equal load, or declare the load as the factor.",
  );
});

test("a short window states how many more blocks would decide", () => {
  const short = { blockCount: 20, requestsPerBlock: 20 };
  const { result } = respond(short, { ...short, factor: 1.05 }, { statistic: "mean" });
  const row = result.rows.find(({ signal, statistic }) => signal === "ttft" && statistic === "mean");
  expect(row && cannotTellText(row)).toMatch(
    /^About \d+ more time blocks in the two windows together would be enough for a verdict\.$/,
  );
});

test("a side that was not measured is the reason", () => {
  const { before } = respond({}, {});
  const unmeasured: SideOutcome = {
    kind: "unmeasured",
    side: {
      kind: "window",
      label: "chat",
      reference: { kind: "window", deployment: "chat", window: { from: "now-10m", to: "now" } },
      deployment: { slug: "chat", title: "chat" },
      window: { startMs: 0, endMs: 600_000 },
      detail: "The window has 10 time blocks. Choose at least 20 min.",
      proposal: null,
    },
  };
  expect(comparisonSentence({ before, after: toSideEntry(unmeasured), result: null })).toBe(
    "Cannot tell: chat was not measured. The window has 10 time blocks. Choose at least 20 min.",
  );
});

test.each([
  [{ factor: 1.5 }, 2, /^In the last hour \(Thu 19 Nov, 14:57 – 15:57 .+\), TTFT p95 is 50 % worse \(/],
  [{ factor: 1.5 }, 90, /^In the hour Thu 19 Nov, 14:57 – 15:57 [^ ]+, TTFT p95 is 50 % worse \(/],
  [{}, 90, /^No drift in the hour Thu 19 Nov, 14:57 – 15:57 [^ ]+: TTFT p95, .+ are the same within 10 %\.$/],
  [
    { environment: { model: "other" } },
    90,
    /^No verdict for the hour Thu 19 Nov, 14:57 – 15:57 [^ ]+: .*model/,
  ],
] as const)(
  "the drift to %j names its hour in the time zone of the organisation",
  (after, ageMinutes, text) => {
    const endMs = Date.UTC(2026, 10, 19, 14, 57);
    const sentence = driftSentence({
      kind: "compared",
      comparison: respond({ environment: { model: "one" } }, { environment: { model: "one" }, ...after }),
      window: { startMs: endMs - 3_600_000, endMs },
      asOfMs: endMs + ageMinutes * 60_000,
      timeZone: "Europe/Berlin",
    });
    expect(textOf({ sentence })).toMatch(text);
  },
);
