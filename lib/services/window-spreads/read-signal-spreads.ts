/**
 * Reads how much a signal varies between windows of one length at equal load, from the deployment's history. The result
 * is cached per deployment, signal and window; clients that request it while it is read share one read.
 */
import {
  alignComparedWindow,
  chooseHistoryBlockMs,
  chooseHistoryMs,
} from "@/lib/analysis/baselines/history-length";
import {
  computeLoadAtEnd,
  measureSignalSpread,
  type BlocksWithLoad,
} from "@/lib/analysis/baselines/signal-spread";
import type { WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import type { ComparedStatistic } from "@/lib/model/comparison/compared-statistic";
import type { Scope } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { SignalDefinition } from "@/lib/model/signals/signals";
import { createScopedKey, type ScopedKey } from "@/lib/model/sources/source-scope";
import type { TimeWindow } from "@/lib/model/time-window";
import { createWorkShare, findOrStart, type WorkShare } from "@/lib/server/concurrency/share";
import { createSizedCache, type SizedCache } from "@/lib/server/concurrency/sized-cache";
import { getProcessState } from "@/lib/server/process-state";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { createHistoryKey, readHistory, type HistoryRequest } from "./read-history";

/** How much each statistic of a signal varies between windows of the history. */
export type SignalSpreads = ReadonlyMap<ComparedStatistic, WindowSpread>;

/** Deployment and compared window, before whose end the history is read. */
export interface SpreadsRequest {
  readonly deployment: KnownDeployment;
  readonly scope: Scope;
  /**
   * Earlier one of the compared windows. The history ends with it, because later changes must not widen the margin.
   */
  readonly window: TimeWindow;
}

/** Age from which the result is read again, because backfilled samples and new exclusions may change the past. */
const cacheTtlMs = 600_000;

const statisticsOf: { readonly [Kind in SignalDefinition["kind"]]: readonly ComparedStatistic[] } = {
  distribution: ["p50", "p90", "p95", "p99", "mean"],
  counter: ["rate", "ratio-to-requests"],
  gauge: ["value"],
};

const cache = (): SizedCache<ScopedKey, SignalSpreads> =>
  getProcessState("signal-spreads", () =>
    createSizedCache<ScopedKey, SignalSpreads>("history", { ttlMs: cacheTtlMs }),
  );
const inFlight = (): WorkShare<SignalSpreads> =>
  getProcessState("signal-spreads-in-flight", () => createWorkShare<SignalSpreads>());

/**
 * Returns how much the statistics of one signal vary between windows of the history. Throws errors of the source, and
 * database-unavailable.
 */
export async function readSignalSpreads(id: SignalId, request: SpreadsRequest): Promise<SignalSpreads> {
  const windowMs = roundWindowMs(request);
  const historyRequest = createHistoryRequest(request);
  const key = createScopedKey(request.deployment.sourceScope, createHistoryKey(historyRequest), id, windowMs);
  const cached = cache().get(key);
  if (cached !== undefined) return cached;
  return findOrStart(inFlight(), key, async () => {
    const spreads = measureSpreads(await readHistory(id, historyRequest), id, windowMs);
    cache().set(key, spreads);
    return spreads;
  }).joinResult();
}

/** Returns the request for the history that ends with the compared window. */
export function createHistoryRequest({ deployment, scope, window }: SpreadsRequest): HistoryRequest {
  const { startMs, endMs } = alignComparedWindow(window);
  const windowMs = endMs - startMs;
  return {
    deployment,
    scope,
    history: { startMs: endMs - chooseHistoryMs(windowMs), endMs },
    minBlockMs: chooseHistoryBlockMs(windowMs),
  };
}

/** Returns the length of the compared window in milliseconds, rounded to full minutes. */
export function roundWindowMs({ window }: Pick<SpreadsRequest, "window">): number {
  const { startMs, endMs } = alignComparedWindow(window);
  return endMs - startMs;
}

/**
 * Computes how much the statistics of a signal vary between windows of `windowMs` in the history. Without a
 * history, there are no windows.
 */
export function measureSpreads(
  history: BlocksWithLoad | null,
  signal: SignalId,
  windowMs: number,
): SignalSpreads {
  const load = history === null ? {} : computeLoadAtEnd(history, windowMs);
  return new Map(
    statisticsOf[signalDefinition(signal).kind].map((statistic) => [
      statistic,
      history === null
        ? { windowCount: 0, standardDeviationRatio: Number.NaN }
        : measureSignalSpread(history, { signal, statistic, windowMs, load }),
    ]),
  );
}
