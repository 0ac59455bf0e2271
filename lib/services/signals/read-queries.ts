/**
 * Reads the queries of a question through the shared cache, each once and as soon as it is known. Queries for the
 * rest of a split do not wait for the choice of the named values.
 */
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import type { Grid, InstantVector, Matrix } from "@/lib/model/grid";
import type { Question } from "@/lib/model/question";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { TimeWindow } from "@/lib/model/time-window";
import { queriesOf } from "@/lib/semantic/compile/plan";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { maxNamedValues } from "@/lib/semantic/split/split";
import {
  planAnswered,
  planAbsenceEvidence,
  absenceEvidenceQueries,
} from "@/lib/semantic/absence/absence-evidence";
import { nowMs } from "@/lib/server/clock";
import { readInstant, readRange } from "@/lib/services/series/read-series";
import type { Stale } from "@/lib/services/series/read-failures";
import {
  splitSeriesPlans,
  unsplitSeriesPlans,
  unsplitSeriesPlansForRest,
  type SeriesPlan,
  type PickPlan,
} from "./series-plans";
import type { SplitChoice } from "./choose-split";
import type { RateWindow } from "./rate-window";

export interface ResolvedQuestion {
  readonly queryContext: QueryContext;
  readonly source: ReadableSource;
  readonly deploymentId: string;
  readonly window: TimeWindow;
  readonly live: boolean;
  readonly firstSeenAtMs: number;
  /** Requested model or instance that the deployment does not have. Null if it has them. */
  readonly missing: string | null;
  /** Cancellation and lane of the request. */
  readonly via: { readonly signal?: AbortSignal; readonly lane?: string };
}

export interface Timing {
  readonly grid: Grid;
  readonly rateWindowMs: number;
  readonly coarsestMs: number | null;
}

export interface SignalReadContext {
  readonly question: Question;
  readonly resolved: ResolvedQuestion;
  readonly choice: SplitChoice | undefined;
}

export interface ReadResults<T> {
  readonly answers: ReadonlyMap<string, T>;
  readonly asOfMs: number;
  readonly stale: Stale | null;
  readonly warnings: readonly string[];
}

/** Reads the values over the window, and the data that explains missing values. Throws AppError if a query fails. */
export async function readRanges(context: SignalReadContext, timing: Timing): Promise<ReadResults<Matrix>> {
  const { source, live, via, queryContext } = context.resolved;
  const { grid, coarsestMs, rateWindowMs } = timing;
  const spacing = coarsestMs === null ? {} : { spacingMs: coarsestMs };
  return readParts(context, {
    rateWindowMs,
    pick: ({ plan }) => plan,
    support: absenceEvidenceQueries(planAbsenceEvidence(queryContext, rateWindowMs)),
    read: async (promql) => {
      const read = await readRange({ source, promql, grid, live, ...spacing, ...via });
      return { ...read, value: read.matrix };
    },
  });
}

/** Reads the values at one time, over the windows of the headlines. */
export async function readHeadlines(
  context: SignalReadContext,
  { windowMs }: RateWindow,
  atMs: number,
): Promise<ReadResults<InstantVector>> {
  const { source, via, queryContext } = context.resolved;
  return readParts(context, {
    rateWindowMs: windowMs,
    pick: ({ headlinePlan }) => headlinePlan(windowMs),
    support: absenceEvidenceQueries(
      planAbsenceEvidence(queryContext, evaluationWindows.headlineWindowMs, "now"),
    ),
    read: async (promql) => {
      const read = await readInstant({ source, promql, atMs, ...via });
      return { ...read, value: read.vector };
    },
  });
}

/**
 * Adds whether the source scraped any target, if the deployment's targets were not up throughout, and whether they
 * were up between the points, if they are down at the end.
 */
export async function withScrapes(
  { resolved: { source, live, via, queryContext } }: SignalReadContext,
  { grid, coarsestMs, rateWindowMs }: Timing,
  read: ReadResults<Matrix>,
): Promise<ReadResults<Matrix>> {
  const { up, scraped } = planAbsenceEvidence(queryContext, rateWindowMs);
  const [row] = read.answers.get(up)?.rows ?? [];
  const isUpThroughout = row !== undefined && !row.values.some((value) => Number.isNaN(value));
  const isDown = row?.values.findLast((value) => !Number.isNaN(value)) === 0;
  // Targets that are down now may have been up for less than a step.
  const answered = isDown ? planAnswered(queryContext, grid.stepMs) : null;
  const wanted = [...(isUpThroughout ? [] : [scraped]), ...(answered === null ? [] : [answered])];
  if (wanted.length === 0) return read;
  const spacing = coarsestMs === null ? {} : { spacingMs: coarsestMs };
  const more = await collect(wanted, async (promql) => {
    const one = await readRange({ source, promql, grid, live, ...spacing, ...via });
    return { ...one, value: one.matrix };
  });
  return mergeResults(read, more);
}

/** Adds whether the source scraped any target, for headlines. */
export async function withScrapesNow(
  { resolved: { source, via, queryContext } }: SignalReadContext,
  atMs: number,
  read: ReadResults<InstantVector>,
): Promise<ReadResults<InstantVector>> {
  const { up, scraped } = planAbsenceEvidence(queryContext, evaluationWindows.headlineWindowMs, "now");
  if ((read.answers.get(up)?.samples.length ?? 0) > 0) return read;
  const more = await collect([scraped], async (promql) => {
    const one = await readInstant({ source, promql, atMs, ...via });
    return { ...one, value: one.vector };
  });
  return mergeResults(read, more);
}

interface PartsReadOptions<T> {
  readonly rateWindowMs: number;
  readonly pick: PickPlan;
  readonly support: readonly string[];
  readonly read: (promql: string) => Promise<QueryReadResult<T>>;
}

async function readParts<T extends { readonly warnings: readonly string[] }>(
  { question, resolved: { queryContext }, choice }: SignalReadContext,
  { rateWindowMs, pick, support, read }: PartsReadOptions<T>,
): Promise<ReadResults<T>> {
  const input = { question, queryContext, rateWindowMs };
  const queries = (parts: readonly SeriesPlan[]): readonly string[] =>
    parts.flatMap((part) => queriesOf(pick(part)));
  if (choice === undefined) return collect([...support, ...queries(unsplitSeriesPlans(input))], read);
  const hasNoRest = choice.known !== undefined && choice.known.values.length < maxNamedValues;
  const first = [...support, ...(hasNoRest ? [] : queries(unsplitSeriesPlansForRest(input)))];
  const readSplitParts = async (): Promise<ReadResults<T>> => {
    const named = await choice.named;
    const parts = named === undefined ? unsplitSeriesPlans(input) : splitSeriesPlans(input, named);
    return collect(
      queries(parts).filter((promql) => !first.includes(promql)),
      read,
    );
  };
  const [a, b] = await Promise.all([collect(first, read), readSplitParts()]);
  return mergeResults(a, b);
}

interface QueryReadResult<T> {
  readonly value: T;
  readonly asOfMs: number;
  readonly stale: Stale | null;
}

/** Runs each query once, in parallel. The oldest result determines the age. */
async function collect<T extends { readonly warnings: readonly string[] }>(
  queries: readonly string[],
  read: (promql: string) => Promise<QueryReadResult<T>>,
): Promise<ReadResults<T>> {
  const distinct = [...new Set(queries)];
  const reads = await Promise.all(distinct.map(read));
  return {
    answers: new Map(distinct.map((promql, index) => [promql, reads[index]?.value]).filter(isAnswered)),
    asOfMs: reads.length === 0 ? nowMs() : Math.min(...reads.map((one) => one.asOfMs)),
    stale: oldest(reads.map((one) => one.stale)),
    warnings: reads.flatMap((one) => one.value.warnings),
  };
}

function mergeResults<T>(a: ReadResults<T>, b: ReadResults<T>): ReadResults<T> {
  return {
    answers: new Map([...a.answers, ...b.answers]),
    asOfMs: Math.min(a.asOfMs, b.asOfMs),
    stale: oldest([a.stale, b.stale]),
    warnings: [...a.warnings, ...b.warnings],
  };
}

function oldest(reasons: readonly (Stale | null)[]): Stale | null {
  const stale = reasons.filter((one) => one !== null);
  return stale.toSorted((a, b) => a.sinceMs - b.sinceMs)[0] ?? null;
}

function isAnswered<T>(entry: (string | T | undefined)[]): entry is [string, T] & (string | T | undefined)[] {
  return entry[1] !== undefined;
}
