/** Reads the blocks of one signal: its range queries, then the samples of the blocks with a counter reset. */
import type {
  MeasuredCounter,
  MeasuredDistribution,
  MeasuredGauge,
} from "@/lib/model/baseline/measured-blocks";
import { AppError } from "@/lib/model/app-error";
import type { Grid, Matrix } from "@/lib/model/grid";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import { compileBlocks, listBlockQueries, type SignalBlockPlan } from "@/lib/semantic/compile/compile-blocks";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { formatPromqlDuration } from "@/lib/semantic/compile/promql";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { listSeriesQueries } from "@/lib/semantic/compile/series-query";
import { columnsFromMatrices } from "@/lib/semantic/evaluate/columns";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import {
  evaluateCounterBlocks,
  evaluateDistributionBlocks,
  findResetBlocks,
  hasSamples,
  hasSumOnly,
  type BlockResults,
  type RawBlock,
} from "@/lib/semantic/evaluate/evaluate-blocks";
import { sumRawBlock } from "@/lib/semantic/evaluate/raw-block";
import { readPromqlSamples } from "@/lib/services/series/prometheus";
import { readRanges, type SeriesOrPromqlQuery } from "@/lib/services/series/read-series";

/** Maximum number of blocks with a counter reset whose samples are read. Further blocks with a reset have no value. */
const maxResetBlocks = 50;
/** Lookback for samples of exporters, which may be scraped less often than the engine. It equals the default of Prometheus. */
const exporterLookbackMs = 300_000;
const samplesInLookback = 2;
const lane = "baselines";

/** Settings that all signals of one read share: the source, the block edges, and the time between two samples. */
export interface BlockReadContext {
  readonly context: QueryContext;
  readonly source: ReadableSource;
  /** The edges of the blocks. */
  readonly grid: Grid;
  readonly spacingMs: number;
  readonly signal: AbortSignal;
}

/** Time blocks of one signal by its kind, or the reason why it has none, with the queries that read them. */
export interface SignalBlocks {
  readonly blocks:
    | { readonly kind: "distribution"; readonly measured: MeasuredDistribution }
    | { readonly kind: "counter"; readonly measured: MeasuredCounter }
    | { readonly kind: "gauge"; readonly measured: MeasuredGauge }
    | { readonly kind: "absent"; readonly detail: string };
  readonly queries: readonly string[];
}

/** Returns the time blocks of one signal. Throws AppError if the source cannot be read completely. */
export async function readSignalBlocks(id: SignalId, read: BlockReadContext): Promise<SignalBlocks> {
  return signalDefinition(id).kind === "gauge" ? readGauge(id, read) : readIncreases(id, read);
}

async function readGauge(id: SignalId, read: BlockReadContext): Promise<SignalBlocks> {
  const { context, grid } = read;
  const plan = compileSignal(id, "value", context, grid.stepMs);
  if (plan.kind === "absent") return createAbsentBlocks(plan.detail);
  const answers = await readComplete(read, listSeriesQueries(plan, { context, windowMs: grid.stepMs }));
  const { values } = evaluatePlan(plan, columnsFromMatrices(grid.pointCount, answers), grid.stepMs);
  const blocks = Array.from(values.subarray(1), (value) => (Number.isNaN(value) ? "not-scraped" : value));
  if (blocks.every((value) => value === "not-scraped"))
    return createAbsentBlocks("The window has no samples.");
  const measured = { unit: signalDefinition(id).unit, blocks } as const;
  return { blocks: { kind: "gauge", measured }, queries: listPlanQueries(plan) };
}

async function readIncreases(id: SignalId, read: BlockReadContext): Promise<SignalBlocks> {
  const { context, grid, spacingMs } = read;
  const { family, kind } = signalDefinition(id);
  const lookbackMs = Math.max(samplesInLookback * spacingMs, family === "engine" ? 0 : exporterLookbackMs);
  const plan = compileBlocks(id, context, { blockMs: grid.stepMs, lookbackMs });
  if (plan.kind === "absent") return createAbsentBlocks(plan.detail);
  const queries = listBlockQueries(plan);
  const results: BlockResults = {
    answers: await readComplete(read, queries),
    blockCount: grid.pointCount - 1,
  };
  if (!hasSamples(plan, results)) return createAbsentBlocks("The window has no samples.");
  if (hasSumOnly(plan, results))
    return createAbsentBlocks("The source has no buckets of this histogram in the window.");
  const rawBlocks = await readResetBlocks(plan, { results, read, lookbackMs });
  const blocks: SignalBlocks["blocks"] =
    kind === "counter"
      ? { kind: "counter", measured: evaluateCounterBlocks(plan, results, rawBlocks) }
      : { kind: "distribution", measured: evaluateDistributionBlocks(plan, results, rawBlocks) };
  return { blocks, queries };
}

function createAbsentBlocks(detail: string): SignalBlocks {
  return { blocks: { kind: "absent", detail }, queries: [] };
}

/** Returns the series of each query. Throws AppError if a result is old or partial. */
async function readComplete(
  { source, grid, spacingMs, signal }: BlockReadContext,
  queries: readonly SeriesOrPromqlQuery[],
): Promise<ReadonlyMap<string, Matrix>> {
  const at = { source, grid, isLive: false, longestSpacingMs: spacingMs, lane, signal };
  const { resultByPromql, stale, warnings } = await readRanges(at, queries);
  if (stale !== null) throw new AppError(stale.code, stale.reason);
  const [warning] = warnings;
  if (warning !== undefined)
    throw new AppError("source-error", `the source sent only part of the data: ${warning}`);
  return resultByPromql;
}

interface ResetRead {
  readonly results: BlockResults;
  readonly read: BlockReadContext;
  readonly lookbackMs: number;
}

async function readResetBlocks(
  plan: Extract<SignalBlockPlan, { kind: "blocks" }>,
  { results, read, lookbackMs }: ResetRead,
): Promise<ReadonlyMap<number, RawBlock>> {
  const { source, grid, signal } = read;
  const terms = plan.operands.flatMap(({ rawTerms }) => rawTerms ?? []);
  if (plan.operands.some(({ rawTerms }) => rawTerms === null)) return new Map();
  const blocks = findResetBlocks(plan, results).slice(0, maxResetBlocks);
  const summed = await Promise.all(
    blocks.map(async (block) => {
      const startMs = grid.startMs + block * grid.stepMs;
      const samples = await Promise.all(
        [...new Set(terms.map(({ selectorPromql }) => selectorPromql))].map(async (selector) => {
          const promql = `${selector}[${formatPromqlDuration(grid.stepMs + lookbackMs)}]`;
          const atMs = startMs + grid.stepMs;
          return [selector, await readPromqlSamples({ source, promql, atMs, lane, signal })] as const;
        }),
      );
      const raw = sumRawBlock(plan, new Map(samples), { startMs, lengthMs: grid.stepMs, blockCount: 1 });
      return [block, raw] as const;
    }),
  );
  return new Map(summed.flatMap(([block, raw]) => (raw === undefined ? [] : [[block, raw] as const])));
}
