/**
 * Reads how much signals varied in the deployment's history, for the margin of a comparison whose side before does not
 * have enough windows. The history ends with the side before, so that a later change does not widen the margin.
 */
import { printKey, type StatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import { minMarginWindows, type WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import type { MeasuredSide } from "@/lib/model/comparison/measured-side";
import { signalDefinition, signalIds, type SignalId } from "@/lib/model/signals/signals";
import type { SourceScope } from "@/lib/model/sources/source-scope";
import { waitOrPending } from "@/lib/server/concurrency/pending-after";
import { getLogger } from "@/lib/server/logger";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { readSignalSpreads } from "@/lib/services/window-spreads/read-signal-spreads";

/** Longer reads continue for the next comparison, and the default margin applies. */
const waitMs = 4_000;

export interface HistorySpreadsRequest {
  /** Length of the compared windows. */
  readonly windowMs: number;
  readonly scope: SourceScope;
  readonly signal: AbortSignal;
}

/** Returns the variation of a statistic; undefined if it is not known. */
export type HistorySpreadLookup = (key: StatisticKey) => WindowSpread | undefined;

/**
 * Returns the variation between windows that end with the side; null if the side has enough windows itself. A signal whose
 * history cannot be read is unknown, because the default margin applies to it.
 */
export async function readHistorySpreads(
  side: MeasuredSide,
  { windowMs, scope, signal: leaving }: HistorySpreadsRequest,
): Promise<HistorySpreadLookup | null> {
  const { window, deployment } = side;
  if (Math.floor((window.endMs - window.startMs) / windowMs) >= minMarginWindows) return null;
  const { deployments, aliases } = await readKnownDeployments(scope);
  const slug = aliases.get(deployment.slug) ?? deployment.slug;
  const found = deployments.find((one) => one.slug === slug);
  if (found === undefined) return null;
  const request = {
    deployment: found,
    scope: { deployment: slug },
    window: { startMs: window.endMs - windowMs, endMs: window.endMs },
  };
  const spreads = new Map<string, WindowSpread>();
  await Promise.all(
    listJudgedSignals(side).map(async (signal) => {
      const outcome = await waitOrPending(waitMs, () => readSignalSpreads(signal, request), leaving);
      if (outcome.kind === "failed")
        getLogger().debug({ error: outcome.error, deployment: slug, signal }, "no history for a margin");
      if (outcome.kind !== "done") return;
      for (const [statistic, spread] of outcome.value) spreads.set(`${signal}.${statistic}`, spread);
    }),
  );
  return (key) => spreads.get(printKey(key));
}

/** Returns the measured signals of the application that have a better direction. */
function listJudgedSignals({ measured }: MeasuredSide): readonly SignalId[] {
  const { distributions, counters, gauges } = measured;
  return signalIds.filter((id) => {
    const isMeasured = [distributions, counters, gauges].some((one) => one[id] !== undefined);
    const { better, layer } = signalDefinition(id);
    return isMeasured && better !== "neither" && layer === "application";
  });
}
