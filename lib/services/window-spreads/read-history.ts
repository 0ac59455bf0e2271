/** Reads a deployment's history in blocks: one signal, and the load at the same times. */
import type { BlocksWithLoad } from "@/lib/analysis/baselines/signal-spread";
import { engineOfDeployment } from "@/lib/engines";
import { getRequestCounting } from "@/lib/engines/request-counting";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { Scope } from "@/lib/model/question";
import { createScopedKey, type ScopedKey } from "@/lib/model/sources/source-scope";
import type { SignalId } from "@/lib/model/signals/signals";
import type { TimeWindow } from "@/lib/model/time-window";
import { findProvider } from "@/lib/semantic/compile/compile";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { createConcurrencyLimit, type ConcurrencyLimit } from "@/lib/server/concurrency/limit";
import { createWorkShare, findOrStart, type WorkShare } from "@/lib/server/concurrency/share";
import { getProcessState } from "@/lib/server/process-state";
import { readTimeBlocks, type TimeBlocksResult } from "@/lib/services/baselines/read-blocks";
import { readReadyInstanceCounts } from "@/lib/services/baselines/read-instance-counts";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { createSeriesKey } from "@/lib/services/deployments/series-key";
import { listUnusualWindows } from "@/lib/services/events/unusual-windows";

/** Deployment, scope and time window whose history is read. */
export interface HistoryRequest {
  readonly deployment: KnownDeployment;
  readonly scope: Scope;
  readonly history: TimeWindow;
  /** Minimum length of a block. If absent, the length follows from the history and the scrape interval. */
  readonly minBlockMs?: number;
}

const maxReadMs = 120_000;
/** Time for which the load is cached, so that the signals of a page share one read. */
const loadRetentionMs = 60_000;
/** Lengths of prompts and outputs, each with the counter that replaces it. */
const lengthSignals = [
  ["prompt-length", "prompt-tokens"],
  ["output-length", "output-tokens"],
] as const;

const loads = (): WorkShare<BlocksWithLoad | null> =>
  getProcessState("history-loads", () =>
    createWorkShare<BlocksWithLoad | null>({
      graceMs: maxReadMs,
      retentionMs: ({ kind }) => (kind === "done" ? loadRetentionMs : 0),
      previousRetentionMs: 0,
    }),
  );
/** Returns the limit of concurrent reads of a source. Few reads run at a time, so that panels do not wait for them. */
const limitOf = (slug: string): ConcurrencyLimit =>
  getProcessState(`history-limit:${slug}`, () =>
    createConcurrencyLimit({ maxConcurrent: 2, maxWaiting: 2_000 }),
  );

/** Returns a cache key for the history, which changes with the deployment's series and the scope. */
export function createHistoryKey({ deployment, scope, history, minBlockMs = 0 }: HistoryRequest): ScopedKey {
  const { model = null, instance = null } = scope;
  return createScopedKey(
    deployment.sourceScope,
    createSeriesKey(deployment),
    model,
    instance,
    history.startMs,
    history.endMs,
    minBlockMs,
  );
}

/**
 * Returns the time blocks of a signal and of the load in the history. Returns null if the history has too
 * few blocks or no samples. Throws errors of the source, and database-unavailable.
 */
export async function readHistory(id: SignalId, request: HistoryRequest): Promise<BlocksWithLoad | null> {
  const load = await findOrStart(loads(), createHistoryKey(request), () => readLoad(request)).joinResult();
  if (load === null || isMeasured(load.measured, id)) return load;
  const read = await readSignals([id], request);
  if (read.kind === "cannot-tell") return null;
  const { distributions, counters, gauges, ...grid } = read.blocks;
  const { measured } = load;
  // A new scrape interval may change the blocks between the reads.
  if (grid.startMs !== measured.startMs || grid.blockMs !== measured.blockMs) return null;
  return {
    ...load,
    measured: {
      ...measured,
      distributions: { ...measured.distributions, ...distributions },
      counters: { ...measured.counters, ...counters },
      gauges: { ...measured.gauges, ...gauges },
    },
  };
}

function isMeasured({ distributions, counters, gauges }: MeasuredBlocks, id: SignalId): boolean {
  return [distributions, counters, gauges].some((one) => one[id] !== undefined);
}

async function readLoad(request: HistoryRequest): Promise<BlocksWithLoad | null> {
  const { deployment, scope, history } = request;
  const requestCounting = getRequestCounting(engineOfDeployment(deployment));
  const context = contextOf(request);
  const isReported = (id: SignalId): boolean => findProvider(id, context) !== undefined;
  const signals: readonly SignalId[] = [
    "requests",
    ...(requestCounting.isOnArrival ? [] : requestCounting.inFlightSignals),
    ...lengthSignals.map(([length, tokens]) => (isReported(length) ? length : tokens)),
  ];
  const [read, unusual] = await Promise.all([
    readSignals(signals.filter(isReported), request),
    listUnusualWindows(deployment.id, history),
  ]);
  if (read.kind === "cannot-tell") return null;
  const { blocks: measured } = read;
  const signal = AbortSignal.timeout(maxReadMs);
  const instanceCounts = await readReadyInstanceCounts({ deployment, scope, signal }, read);
  return {
    measured,
    ...(instanceCounts.length === 0 ? {} : { instanceCounts }),
    requestCounting,
    isExcluded: (block) => {
      const startMs = measured.startMs + block * measured.blockMs;
      return unusual.some((one) => one.startMs < startMs + measured.blockMs && one.endMs > startMs);
    },
  };
}

function contextOf({ deployment, scope }: HistoryRequest): QueryContext {
  return { engine: engineOfDeployment(deployment), deployment, scope };
}

function readSignals(
  signals: readonly SignalId[],
  { deployment, scope, history, minBlockMs }: HistoryRequest,
): Promise<TimeBlocksResult> {
  return limitOf(findMetricsSource(deployment).slug).run(() =>
    readTimeBlocks({
      deployment,
      scope,
      window: history,
      signals,
      ...(minBlockMs === undefined ? {} : { minBlockMs }),
      signal: AbortSignal.timeout(maxReadMs),
    }),
  );
}
