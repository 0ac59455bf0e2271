/** Window of a headline rate: five minutes, or the scraped part of them. */
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { columnsFromVectors } from "@/lib/semantic/evaluate/columns";
import { buildCoveredWindowQuery, readCoveredWindowMs } from "@/lib/semantic/evaluate/covered-window";
import { printPromql } from "@/lib/semantic/compile/promql";
import {
  getEngineSeriesFinder,
  findSeriesSelectors,
  type QueryContext,
} from "@/lib/semantic/compile/scope-selectors";
import { readPromqlInstant, readSampleSpacing } from "@/lib/services/series/prometheus";
import { readOrUndefinedIfSourceFails } from "@/lib/services/series/read-failures";

/** Window over which a rate can be computed, because samples cover it. */
export interface RateWindow {
  readonly windowMs: number;
  /** False if too little was scraped to compute a rate. */
  readonly isCovered: boolean;
  /** True if a rate was available a short while ago, so that current samples are late or a scrape failed. */
  readonly wasCovered?: true;
}

interface RateWindowRead {
  readonly queryContext: QueryContext;
  readonly source: ReadableSource;
  readonly atMs: number;
  /** True if `atMs` moves with the clock. */
  readonly isLive: boolean;
  readonly signal: AbortSignal | undefined;
}

const uncovered: RateWindow = { windowMs: evaluationWindows.headlineWindowMs, isCovered: false };

/**
 * Measures the longest window before `atMs` that samples cover. Throws AppError if the source cannot be
 * read.
 */
export async function readRateWindow({
  queryContext,
  source,
  atMs,
  isLive,
  signal,
}: RateWindowRead): Promise<RateWindow> {
  const [probe] = findSeriesSelectors(
    { names: queryContext.engine.detectionMetrics },
    getEngineSeriesFinder(queryContext),
  );
  if (probe === undefined) return uncovered;
  const window = { startMs: atMs - evaluationWindows.headlineWindowMs, endMs: atMs };
  const spacing = await readSampleSpacing({ source, selectorPromql: printPromql(probe), window, isLive });
  const promql = spacing === null ? null : buildCoveredWindowQuery(queryContext, spacing.longestMs);
  if (promql === null) return uncovered;
  const coveredMs = async (timeMs: number): Promise<number | null> => {
    const { vector } = await readPromqlInstant({ source, promql, atMs: timeMs, signal });
    return readCoveredWindowMs(promql, columnsFromVectors(new Map([[promql, vector]])));
  };
  const windowMs = await coveredMs(atMs);
  if (windowMs !== null) return { windowMs, isCovered: true };
  // Targets that fail for longer are reported as down.
  const before = await readOrUndefinedIfSourceFails(
    coveredMs(atMs - evaluationWindows.stalledForMs - (spacing?.longestMs ?? 0)),
  );
  return before === null || before === undefined ? uncovered : { ...uncovered, wasCovered: true };
}
