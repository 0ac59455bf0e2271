/** Reads a deployment's history in blocks: one signal, and the load at the same times. */
import type { LoadedBlocks } from "@/lib/analysis/baselines/signal-spread";
import { engineOfDeployment } from "@/lib/engines";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { Scope } from "@/lib/model/question";
import { scopedKey, type ScopedKey } from "@/lib/model/sources/source-scope";
import type { SignalId } from "@/lib/model/signals/signals";
import type { TimeWindow } from "@/lib/model/time-window";
import { findProvider } from "@/lib/semantic/compile/compile";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { buildReadyCountQuery } from "@/lib/semantic/compile/up-query";
import { columnsFromMatrices, readSingleColumn } from "@/lib/semantic/evaluate/columns";
import { chooseRateWindow } from "@/lib/semantic/grid";
import { createConcurrencyLimit, type ConcurrencyLimit } from "@/lib/server/concurrency/limit";
import { createWorkShare, findOrStart, type WorkShare } from "@/lib/server/concurrency/share";
import { getProcessState } from "@/lib/server/process-state";
import { readBlocks, type BlocksResult } from "@/lib/services/baselines/read-blocks";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { createSeriesKey } from "@/lib/services/deployments/series-key";
import { listUnusualWindows } from "@/lib/services/events/unusual-windows";
import { readRanges } from "@/lib/services/series/read-series";

/** Deployment and time window of which the history is read. */
export interface HistoryRequest {
  readonly deployment: KnownDeployment;
  readonly scope: Scope;
  readonly history: TimeWindow;
  /** Smallest length of the blocks; the length is chosen by the history when absent. */
  readonly minBlockMs?: number;
}

const maxReadMs = 120_000;
/** The signals of a page share one read of the load. */
const loadRetentionMs = 60_000;
/** Lengths of prompts and outputs, each with the counter that replaces it. */
const lengthSignals = [
  ["prompt-length", "prompt-tokens"],
  ["output-length", "output-tokens"],
] as const;

const loads = (): WorkShare<LoadedBlocks | null> =>
  getProcessState("history-loads", () =>
    createWorkShare<LoadedBlocks | null>({
      graceMs: maxReadMs,
      retentionMs: ({ kind }) => (kind === "done" ? loadRetentionMs : 0),
      previousRetentionMs: 0,
    }),
  );
/** Few reads run at a time, so that panels do not wait for them. */
const limitOf = (slug: string): ConcurrencyLimit =>
  getProcessState(`history-limit:${slug}`, () =>
    createConcurrencyLimit({ maxConcurrent: 2, maxWaiting: 2_000 }),
  );

/** Returns a cache key for the history, which changes with the deployment's series and the scope. */
export function createHistoryKey({ deployment, scope, history, minBlockMs = 0 }: HistoryRequest): ScopedKey {
  const { model = null, instance = null } = scope;
  return scopedKey(
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
 * Returns the time blocks of a signal in the history, with those of the load. Null if the history has too
 * few blocks or no samples. Throws errors of the source, and database-unavailable.
 */
export async function readHistory(id: SignalId, request: HistoryRequest): Promise<LoadedBlocks | null> {
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
      gauges,
    },
  };
}

function isMeasured({ distributions, counters }: MeasuredBlocks, id: SignalId): boolean {
  return distributions[id] !== undefined || counters[id] !== undefined;
}

async function readLoad(request: HistoryRequest): Promise<LoadedBlocks | null> {
  const { deployment, history } = request;
  const context = contextOf(request);
  const isReported = (id: SignalId): boolean => findProvider(id, context) !== undefined;
  const signals: readonly SignalId[] = [
    "requests",
    ...lengthSignals.map(([length, tokens]) => (isReported(length) ? length : tokens)),
  ];
  const [read, unusual] = await Promise.all([
    readSignals(signals.filter(isReported), request),
    listUnusualWindows(deployment.id, history),
  ]);
  if (read.kind === "cannot-tell") return null;
  const { blocks: measured, spacingMs } = read;
  const instanceCounts = await readInstanceCounts(context, { request, measured, spacingMs });
  return {
    measured,
    ...(instanceCounts === undefined ? {} : { instanceCounts }),
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
): Promise<BlocksResult> {
  return limitOf(findMetricsSource(deployment).slug).run(() =>
    readBlocks({
      deployment,
      scope,
      window: history,
      signals,
      ...(minBlockMs === undefined ? {} : { minBlockMs }),
      signal: AbortSignal.timeout(maxReadMs),
    }),
  );
}

interface CountedBlocks {
  readonly request: HistoryRequest;
  readonly measured: MeasuredBlocks;
  readonly spacingMs: number;
}

/** Returns the ready instances at the end of each block; undefined if the source does not report them completely. */
async function readInstanceCounts(
  context: QueryContext,
  { request, measured, spacingMs }: CountedBlocks,
): Promise<readonly (number | null)[] | undefined> {
  const { startMs, blockMs, blockCount } = measured;
  const query = buildReadyCountQuery(context, chooseRateWindow(blockMs, spacingMs));
  if (query === null) return undefined;
  const grid = { startMs: startMs + blockMs, stepMs: blockMs, pointCount: blockCount };
  const { resultByPromql, stale, warnings } = await readRanges(
    {
      source: findMetricsSource(request.deployment),
      grid,
      isLive: false,
      longestSpacingMs: spacingMs,
      lane: "baselines",
      signal: AbortSignal.timeout(maxReadMs),
    },
    [query],
  );
  if (stale !== null || warnings.length > 0) return undefined;
  const counts = readSingleColumn(columnsFromMatrices(blockCount, resultByPromql), query);
  return Array.from(counts, (count) => (Number.isNaN(count) ? null : count));
}
