/**
 * Measures all signals of a deployment in blocks: exact increases of its histograms and counters, and means of its
 * gauges. Used by captures, comparisons and gates. A failed or partial response of the source fails the read, because
 * missing series would look like less traffic.
 */
import {
  planBlocks,
  createFewBlocksReason,
  minBlocks,
  type MissingBlocks,
} from "@/lib/analysis/statistics/blocks/plan-blocks";
import { engineOfDeployment } from "@/lib/engines";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { signalDefinition, signalIds, type SignalId } from "@/lib/model/signals/signals";
import type { Scope } from "@/lib/model/question";
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import type { TimeWindow } from "@/lib/model/time-window";
import { findProvider } from "@/lib/semantic/compile/compile";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { alignGrid } from "@/lib/semantic/grid";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readEngineSpacing } from "@/lib/services/signals/answer-times";
import { readSignalBlocks, type BlockReadContext, type SignalBlocks } from "./read-signal-blocks";

/** Deployment, window and signals to read in time blocks. */
export interface TimeBlocksRequest {
  readonly deployment: KnownDeployment;
  readonly window: TimeWindow;
  /** True if the window moves with the clock. Absent for a fixed window. */
  readonly isLive?: boolean;
  /** Model or instance of the deployment to read. If absent, the complete deployment is read. */
  readonly scope?: Scope;
  /** Signals to measure. If absent, all signals that the deployment's engine and exporters report. */
  readonly signals?: readonly SignalId[];
  /** Minimum length of the blocks. If absent, only the window decides the length. */
  readonly minBlockMs?: number;
  readonly signal: AbortSignal;
  /** Called after each signal with the fraction of signals that were read. */
  readonly reportProgress?: (ratio: number) => void;
}

/**
 * Time blocks of the signals with the queries that read them, or the reason why there are no blocks. `spacingMs` is the
 * time between two samples.
 */
export type TimeBlocksResult =
  | {
      readonly kind: "blocks";
      readonly blocks: MeasuredBlocks;
      readonly spacingMs: number;
      readonly queries: readonly string[];
    }
  /** The window has too few blocks, or no samples at all. */
  | { readonly kind: "cannot-tell"; readonly reason: MissingBlocks | { readonly kind: "no-samples" } };

/** Returns the time blocks of the requested signals. Throws AppError if the source cannot be read completely. */
export async function readTimeBlocks(request: TimeBlocksRequest): Promise<TimeBlocksResult> {
  const { deployment, signal, reportProgress } = request;
  const context: QueryContext = {
    engine: engineOfDeployment(deployment),
    deployment,
    scope: request.scope ?? { deployment: deployment.slug },
  };
  const source = findMetricsSource(deployment);
  const timing = await chooseBlocks(context, source, request);
  if (timing.kind === "cannot-tell") return timing;
  const { grid, spacingMs } = timing;
  const signals = request.signals ?? signalIds.filter((id) => findProvider(id, context) !== undefined);
  const read: BlockReadContext = { context, source, grid, spacingMs, signal };
  let doneCount = 0;
  const measured = await Promise.all(
    signals.map(async (id) => {
      const blocks = await readSignalBlocks(id, read);
      doneCount += 1;
      reportProgress?.(doneCount / signals.length);
      return [id, blocks] as const;
    }),
  );
  return {
    kind: "blocks",
    blocks: {
      startMs: grid.startMs,
      blockMs: grid.stepMs,
      blockCount: grid.pointCount - 1,
      ...joinSignals(measured),
    },
    spacingMs,
    queries: [...new Set(measured.flatMap(([, { queries }]) => queries))],
  };
}

async function chooseBlocks(
  context: QueryContext,
  source: ReadableSource,
  { window, isLive = false, minBlockMs }: TimeBlocksRequest,
) {
  const spacing = await readEngineSpacing(context, { source, window, isLive });
  if (spacing === null) return { kind: "cannot-tell", reason: { kind: "no-samples" } } as const;
  const plan = planBlocks(window, spacing.longestMs, minBlockMs);
  if (plan.kind === "cannot-tell") return plan;
  // Edges are multiples of the block length, so that equal windows share queries and blocks.
  const { lengthMs } = plan.grid;
  const grid = alignGrid(window, lengthMs);
  if (grid.pointCount - 1 < minBlocks)
    return {
      kind: "cannot-tell",
      reason: {
        ...createFewBlocksReason(grid.pointCount - 1, lengthMs),
        // The window is long enough, but it contains an incomplete block at each end.
        neededWindowMs: (minBlocks + 1) * lengthMs,
      },
    } as const;
  return { kind: "blocks", grid, spacingMs: spacing.longestMs } as const;
}

type JoinedSignals = Pick<MeasuredBlocks, "distributions" | "counters" | "gauges" | "absent">;

function joinSignals(measured: readonly (readonly [SignalId, SignalBlocks])[]): JoinedSignals {
  const joined: JoinedSignals = { distributions: {}, counters: {}, gauges: {}, absent: {} };
  for (const [id, { blocks }] of measured) {
    if (blocks.kind === "distribution") joined.distributions[id] = blocks.measured;
    else if (blocks.kind === "counter") joined.counters[id] = blocks.measured;
    else if (blocks.kind === "gauge") joined.gauges[id] = blocks.measured;
    else if (signalDefinition(id).family === "engine") joined.absent[id] = { detail: blocks.detail };
  }
  return joined;
}
