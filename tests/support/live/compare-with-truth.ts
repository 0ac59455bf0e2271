/**
 * Queries the product's numbers of a deployment, as a panel does, and returns differences from the recorded events.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { engineById } from "@/lib/engines";
import type { AnswerSeries } from "@/lib/model/answer";
import type { CheckRow } from "@/lib/model/data-check";
import type { Reading } from "@/lib/model/reading";
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import type { Expectations, ExpectedReading, TruthFunction } from "./expected";
import type { TruthWindow } from "./truth-window";

/**
 * Allowed relative difference of a rate or mean: Prometheus's timestamps are milliseconds, and instances are not
 * scraped simultaneously.
 */
const tolerance = 0.02;
/** Counters with few events extrapolate by at most the distance to the previous scrape: two of fifteen seconds. */
const fewEvents = 10;
const fewTolerance = 0.15;
const tiny = 1e-9;

const statisticsOf: { readonly [Kind in ExpectedReading["kind"]]: readonly Statistic[] | null } = {
  observed: ["mean", "p95"],
  "mean-only": ["mean"],
  rate: ["rate"],
  level: ["value"],
  between: ["value"],
  absent: null,
};

const byKind = { distribution: "mean", counter: "rate", gauge: "value" } as const;

interface Window {
  readonly atMs: number;
  readonly windowMs: number;
}

/** Servers that several scrapers scrape at different times. */
export interface CopiedServers {
  /** Recorded events of each server between the scrapes of each scraper. */
  readonly readTruths: (window: Window) => Promise<readonly (readonly TruthWindow[])[]>;
  /** Allowed difference, instead of the default. */
  readonly slack: number;
}

export interface TruthComparison {
  readonly deployment: string;
  readonly expected: Expectations;
  readonly copied?: CopiedServers;
  readonly readTruth: (window: Window) => Promise<TruthWindow>;
}

/** Returns one line for each missing or wrong number; none when everything matches. */
export async function findMismatches({
  deployment,
  expected,
  copied,
  readTruth: truthOf,
}: TruthComparison): Promise<readonly string[]> {
  const lines = await Promise.all(
    (Object.entries(expected) as [SignalId, ExpectedReading][]).map(async ([signal, one]) => {
      const statistics = statisticsOf[one.kind] ?? [byKind[signalDefinition(signal).kind]];
      const answer = await answerQuestion(
        {
          v: 1,
          signals: [signal],
          statistics,
          scope: { deployment },
          window: { from: "now-1m", to: "now" },
        },
        { sourceScope: allSources },
      );
      const results = await Promise.all(
        answer.series.map((series) => judge(series, one, { readTruth: truthOf, copied })),
      );
      return results.filter((text) => text !== null).map((text) => `${signal}: ${text}`);
    }),
  );
  return lines.flat();
}

async function judge(
  { statistic, headline }: AnswerSeries,
  expected: ExpectedReading,
  {
    readTruth: truthOf,
    copied,
  }: Pick<TruthComparison, "readTruth"> & { readonly copied: CopiedServers | undefined },
): Promise<string | null> {
  if (expected.kind === "absent") {
    return headline.kind === "absent" && headline.reason === expected.reason
      ? null
      : `${describe(headline)} instead of ${expected.reason}`;
  }
  if (headline.kind === "absent") return `${statistic} ${describe(headline)}`;
  const truth = await truthOf(headline);
  if (expected.kind === "between") {
    const isWithin = headline.value >= expected.min && headline.value <= expected.max;
    return isWithin ? null : `${headline.value} is not between ${expected.min} and ${expected.max}`;
  }
  if (expected.kind === "observed" && statistic === "p95")
    return judgeQuantile(headline, truth.values(expected.measure));
  const wanted = figureOf(expected, truth);
  const allowed = copied?.slack ?? toleranceOf(expected, wanted * truth.seconds);
  const [lowest, highest] =
    copied !== undefined && expected.kind === "rate"
      ? rangeOf(expected.rate, await copied.readTruths(headline))
      : [wanted, wanted];
  const isTrue =
    headline.value >= lowest - allowed * Math.abs(lowest) - tiny &&
    headline.value <= highest + allowed * Math.abs(highest) + tiny;
  return isTrue ? null : `${statistic} ${headline.value} instead of ${wanted} over ${headline.windowMs} ms`;
}

/**
 * Returns the range over the scrapers of each server: in a short window with few events they observe different ones.
 */
function rangeOf(
  rate: TruthFunction,
  servers: readonly (readonly TruthWindow[])[],
): readonly [number, number] {
  const results = servers.map((copies) => copies.map(rate));
  const sumOf = (pick: (...figures: number[]) => number): number =>
    results.reduce((sum, figures) => sum + pick(...figures), 0);
  return [sumOf(Math.min), sumOf(Math.max)];
}

function figureOf(
  expected: Exclude<ExpectedReading, { kind: "absent" | "between" }>,
  truth: TruthWindow,
): number {
  switch (expected.kind) {
    case "observed":
      return expected.mean?.(truth) ?? truth.mean(expected.measure);
    case "mean-only":
      return expected.mean(truth);
    case "rate":
      return expected.rate(truth);
    case "level":
      return expected.value(truth);
  }
}

function toleranceOf(expected: ExpectedReading, eventCount: number): number {
  if (expected.kind === "rate" && eventCount < fewEvents) return fewTolerance;
  return ("tolerance" in expected ? expected.tolerance : undefined) ?? tolerance;
}

/** Checks that the true quantile, or a neighbour in rank, is in the bucket that the product names. */
function judgeQuantile(
  headline: Extract<Reading, { kind: "present" }>,
  values: readonly number[],
): string | null {
  const { lower = Number.NaN, upper } = headline;
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.ceil(0.95 * sorted.length) - 1;
  const near = sorted.slice(Math.max(0, rank - 1), rank + 2);
  const isInside = near.some((value) => value >= lower && value <= (upper ?? Number.POSITIVE_INFINITY));
  return isInside ? null : `p95 in ${lower}–${String(upper)} instead of ${String(sorted[rank])}`;
}

function describe(reading: Reading): string {
  return reading.kind === "present"
    ? String(reading.value)
    : `is absent (${reading.reason}: ${reading.detail})`;
}

/** Returns where the data check of an engine's signals differs from `expected`. */
export function checkMismatches(
  rows: readonly CheckRow[],
  expected: Expectations,
  engine: Parameters<typeof engineById>[0],
) {
  const { signals } = engineById(engine);
  return rows
    .filter(({ signal }) => signal in signals)
    .flatMap(({ signal, outcome, reason, detail }) => {
      const one = expected[signal];
      const wanted =
        one === undefined
          ? "without-data not-exposed"
          : one.kind === "absent"
            ? `without-data ${one.reason}`
            : "with-data";
      const actual = outcome === "with-data" ? "with-data" : `${outcome} ${String(reason)}`;
      if (actual !== wanted) return [`${signal}: ${actual} (${detail}) instead of ${wanted}`];
      return outcome === "without-data" && detail === "" ? [`${signal}: no explanation`] : [];
    });
}
