/**
 * Comparison of two measured sides: each statistic of every signal, the load, the environment, and the overall verdict
 * over TTFT, TPOT, E2E latency, errors, client aborts and throughput.
 *
 * The compared length is the length of the shorter side. The margin is estimated from windows of this length in the
 * side before, or in the history of its deployment. With fewer than 6 windows of equal load, the margin is 10 %. A
 * difference of the environment outside the declared factor prevents every verdict.
 */
import { chooseWindowSpread, type ChosenWindowSpread } from "@/lib/analysis/statistics/blocks/window-spread";
import { emptyWindowSpread } from "@/lib/analysis/baselines/signal-spread";
import type { WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import { overallVerdict, type OverallVerdict } from "@/lib/analysis/statistics/verdict/overall-verdict";
import {
  listComparedStatistics,
  type ComparedStatistic,
  type DistributionStatistic,
} from "@/lib/model/comparison/compared-statistic";
import type { DeclaredFactor } from "@/lib/model/comparison/declared-factor";
import { chooseInstanceCounts } from "@/lib/model/comparison/instance-counts";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import { signalDefinition, signalIds, type SignalId } from "@/lib/model/signals/signals";
import { compareEnvironments, type EnvironmentComparison } from "./compare-environments";
import { compareLoads, type LoadComparison } from "./compared-load";
import { compareStatistic, type StatisticComparison } from "./compare-statistic";
import { matchBlocks } from "./match-blocks";
import { measureSpreadWithinSide } from "./spread-within-side";
import { pairSides } from "./pair-blocks";
import { formatStatisticKey, type StatisticKey } from "./estimate-statistic";

/** Options of a comparison. */
export interface ComparisonOptions {
  /** Statistic of latencies in the overall verdict. */
  readonly statistic: DistributionStatistic;
  /** Setting that was changed on purpose between the sides. Null if none was declared. */
  readonly factor: DeclaredFactor | null;
  /** True if settings that are known on one side only also prevent a verdict. */
  readonly isStrict: boolean;
  /** Returns the variation between windows in the deployment's history; null if it is not known. */
  readonly history: ((key: StatisticKey) => WindowSpread | undefined) | null;
}

/** Comparison of one statistic of two windows, with the origin of its margin. */
export interface ComparedRow extends StatisticComparison {
  /** Origin of the windows from which the margin was estimated. */
  readonly marginSource: ChosenWindowSpread["origin"];
}

/** Comparison of two windows: overall verdict, statistics, environment and load. */
export interface SideComparison {
  /** Length of the shorter side. */
  readonly windowMs: number;
  readonly environment: EnvironmentComparison;
  readonly load: LoadComparison;
  /** Every statistic of every signal that was measured on a side, in the order of the catalogue. */
  readonly rows: readonly ComparedRow[];
  /** Verdict "cannot-tell" if the comparison is refused. */
  readonly overall: OverallVerdict;
  /** The rows that decide the overall verdict. */
  readonly decisiveKeys: readonly StatisticKey[];
}

/**
 * Signals of the overall verdict, by kind of deployment. The first list with measured signals applies: serving engine,
 * training job, database.
 */
const decisiveSignals: readonly (readonly SignalId[])[] = [
  ["ttft", "tpot", "e2e", "errors", "aborts", "output-tokens"],
  ["train-step-time", "train-tokens", "train-samples", "train-batches"],
  ["db-query-time", "db-pool-wait", "db-heap-hit"],
];

/**
 * Compares two measured windows. Returns the overall verdict, the change of each statistic, and the
 * differences in load and environment.
 */
export function compareSides(
  before: MeasuredWindow,
  after: MeasuredWindow,
  options: ComparisonOptions,
): SideComparison {
  const { statistic, factor, history } = options;
  const windowMs = Math.min(lengthOf(before), lengthOf(after));
  const environment = compareEnvironments(before.environment, after.environment, options);
  const load = compareLoads(before.load, after.load, factor);
  const spreadOf = createSpreads(before, { windowMs, history });
  const { isMatched, ...matched } = matchBlocks(
    before.measured,
    after.measured,
    // The newer side has the present time zone of the organisation.
    after.timeZone,
  );
  const instanceCounts = chooseInstanceCounts(before.load.meanInstanceCount, after.load.meanInstanceCount);
  const conditions = {
    ...matched,
    instanceCounts,
    load: load.isDeclared ? undefined : load,
    spreadOf: (key: StatisticKey) => spreadOf(key).spread,
    pairs: isMatched ? pairSides(matched.before, matched.after, instanceCounts) : undefined,
  };
  const isRefused = environment.refusal !== null;
  const rows = signalIds
    .filter((id) => isMeasured(before, id) || isMeasured(after, id))
    .flatMap((signal) => listStatistics(signal, before, after).map((one) => ({ signal, statistic: one })))
    .map((key): ComparedRow => {
      const compared = compareStatistic(conditions, key);
      const marginSource = spreadOf(key).origin;
      return { ...(isRefused ? withoutVerdict(compared) : compared), marginSource };
    });
  const decisive = listDecisiveRows(rows, statistic);
  return {
    windowMs,
    environment,
    load,
    rows,
    overall: overallVerdict(decisive.map((row) => ({ id: formatStatisticKey(row), comparison: row }))),
    decisiveKeys: decisive.map(({ signal, statistic: of }) => ({ signal, statistic: of })),
  };
}

/** Returns a function that measures the variation of a statistic. It measures each statistic only once. */
function createSpreads(
  before: MeasuredWindow,
  { windowMs, history }: Pick<ComparisonOptions, "history"> & { readonly windowMs: number },
): (key: StatisticKey) => ChosenWindowSpread {
  const spreads = new Map<string, ChosenWindowSpread>();
  return (key) => {
    const known = spreads.get(formatStatisticKey(key));
    if (known !== undefined) return known;
    const spread = chooseWindowSpread(
      measureSpreadWithinSide(before, key, windowMs),
      history?.(key) ?? emptyWindowSpread,
    );
    spreads.set(formatStatisticKey(key), spread);
    return spread;
  };
}

function lengthOf({ window }: MeasuredWindow): number {
  return window.endMs - window.startMs;
}

function isMeasured({ measured }: MeasuredWindow, id: SignalId): boolean {
  return [measured.distributions, measured.counters, measured.gauges].some((one) => one[id] !== undefined);
}

/** Errors are compared per second if requests are not counted. A distribution without buckets has only its mean. */
function listStatistics(
  signal: SignalId,
  before: MeasuredWindow,
  after: MeasuredWindow,
): readonly ComparedStatistic[] {
  const statistics = listComparedStatistics(signal);
  const sides = [before.measured, after.measured];
  if (signalDefinition(signal).kind === "counter") {
    const hasRequests = sides.every(({ counters }) => counters.requests !== undefined);
    return hasRequests ? statistics : ["rate"];
  }
  if (signalDefinition(signal).kind === "gauge") return statistics;
  const hasBuckets = sides.some(({ distributions }) => (distributions[signal]?.upperEdges.length ?? 0) > 0);
  return hasBuckets ? statistics : ["mean"];
}

function withoutVerdict(compared: StatisticComparison): StatisticComparison {
  return {
    ...compared,
    verdict: "cannot-tell",
    comparison: { ...compared.comparison, verdict: "cannot-tell" },
  };
}

function listDecisiveRows(
  rows: readonly ComparedRow[],
  latencyStatistic: DistributionStatistic,
): readonly ComparedRow[] {
  const groups = decisiveSignals.map((signals) =>
    signals.flatMap((id) => {
      const candidates = rows.filter(({ signal }) => signal === id);
      return candidates.find(({ statistic }) => statistic === latencyStatistic) ?? candidates.at(-1) ?? [];
    }),
  );
  return groups.find((group) => group.length > 0) ?? [];
}
