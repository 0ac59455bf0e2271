/**
 * Reads how much signals varied in the deployment's history, for the margin of a comparison whose side before does not
 * have enough windows. The history ends with the side before, so that a later change does not widen the margin.
 */
import { formatStatisticKey, type StatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import { hasSpreadWithinSide } from "@/lib/analysis/comparisons/spread-within-side";
import type { WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import { selectSpreadsOfLength } from "@/lib/model/baseline/history-spread";
import { listComparedStatistics } from "@/lib/model/comparison/compared-statistic";
import { listJudgedSignals } from "@/lib/model/comparison/judged-signals";
import type { MeasuredSide } from "@/lib/model/comparison/measured-side";
import type { SignalId } from "@/lib/model/signals/signals";
import type { SourceScope } from "@/lib/model/sources/source-scope";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { getLogger } from "@/lib/server/logger";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { readSignalSpreads } from "@/lib/services/window-spreads/read-signal-spreads";

/** Time to wait for the history. A longer read continues for the next comparison, and the default margin applies until then. */
const usualWaitMs = 4_000;

/** Length of the compared windows, in milliseconds, and limits for reading the history of a deployment. */
export interface HistorySpreadsRequest {
  /** Length of the compared windows. */
  readonly windowMs: number;
  /** Maximum time to wait for the history; 4 s if absent. */
  readonly waitMs?: number;
  readonly scope: SourceScope;
  readonly signal: AbortSignal;
}

/**
 * Function that returns how much a statistic varied between windows of the history; undefined if it is
 * unknown.
 */
export type HistorySpreadLookup = (key: StatisticKey) => WindowSpread | undefined;

/** Variation of statistics between earlier windows, from which the margins of a comparison are computed. */
export interface HistorySpreads {
  readonly spreadOf: HistorySpreadLookup;
  /** True if the history of a signal is still being read, so that the default margin applies to this signal. */
  readonly isPending: boolean;
}

/**
 * Returns the variation between earlier windows, the last of which ends with the side. It is the variation that was stored
 * with a baseline, otherwise the deployment's history. The history of a signal is not read if the side itself has
 * 6 windows of equal load. If the history of a signal cannot be read, its variation is unknown and the default margin
 * applies.
 */
export async function readHistorySpreads(
  side: MeasuredSide,
  request: HistorySpreadsRequest,
): Promise<HistorySpreads> {
  const { measured, historySpreads } = side;
  const { windowMs } = request;
  const spreads = new Map<string, WindowSpread>();
  const stored = selectSpreadsOfLength(historySpreads, windowMs);
  for (const { windowCount, standardDeviationRatio, ...key } of stored)
    spreads.set(formatStatisticKey(key), {
      windowCount,
      standardDeviationRatio: standardDeviationRatio ?? Number.NaN,
    });
  const isStored = new Set(stored.map(({ signal }) => signal));
  const missing = listJudgedSignals(measured).filter(
    (signal) =>
      !isStored.has(signal) &&
      !listComparedStatistics(signal).some((statistic) =>
        hasSpreadWithinSide(side, { signal, statistic }, windowMs),
      ),
  );
  const isPending = missing.length > 0 && (await addFromHistory(side, { ...request, missing, spreads }));
  return { spreadOf: (key) => spreads.get(formatStatisticKey(key)), isPending };
}

interface MissingSpreads extends HistorySpreadsRequest {
  readonly missing: readonly SignalId[];
  /** Map to which the read spreads are added. */
  readonly spreads: Map<string, WindowSpread>;
}

/** Adds the variation of a signal from the history. Returns whether the history of the signal is still being read. */
async function addFromHistory(
  { window, deployment }: MeasuredSide,
  { windowMs, waitMs = usualWaitMs, scope, signal: leaving, missing, spreads }: MissingSpreads,
): Promise<boolean> {
  const { deployments, aliases } = await readKnownDeployments(scope);
  const slug = aliases.get(deployment.slug) ?? deployment.slug;
  const found = deployments.find((one) => one.slug === slug);
  if (found === undefined) return false;
  const request = {
    deployment: found,
    scope: { deployment: slug },
    window: { startMs: window.endMs - windowMs, endMs: window.endMs },
  };
  const outcomes = await Promise.all(
    missing.map(async (signal) => {
      const outcome = await waitOrReturnPending(waitMs, () => readSignalSpreads(signal, request), leaving);
      if (outcome.kind === "failed")
        getLogger().debug({ error: outcome.error, deployment: slug, signal }, "no history for a margin");
      if (outcome.kind === "done")
        for (const [statistic, spread] of outcome.value)
          spreads.set(formatStatisticKey({ signal, statistic }), spread);
      return outcome.kind;
    }),
  );
  return outcomes.includes("pending");
}
