/**
 * Reads the queries of a question through the shared cache, each once and as soon as it is known. Queries for the
 * rest of a split do not wait for the choice of the named values.
 */
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import type { Grid, InstantVector, Matrix } from "@/lib/model/grid";
import type { Question } from "@/lib/model/question";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { ReadTiming } from "@/lib/model/signals/read-timing";
import type { TimeWindow } from "@/lib/model/time-window";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { listSeriesQueries } from "@/lib/semantic/compile/series-query";
import { maxNamedValues } from "@/lib/semantic/split/split";
import {
  buildTargetRespondedQuery,
  planAbsenceEvidence,
  listAbsenceEvidenceQueries,
} from "@/lib/semantic/absence/absence-evidence";
import type { RangeReadRequest } from "@/lib/services/series/range-reader";
import { readOrUndefinedIfSourceFails } from "@/lib/services/series/read-failures";
import {
  formatQueryKey,
  mergeResults,
  readInstants,
  readRanges,
  type SeriesOrPromqlQuery,
  type ReadResults,
} from "@/lib/services/series/read-series";
import { createSplitPlans, createUnsplitPlans, createSplitTotalPlans, type SeriesPlan } from "./series-plans";
import type { SplitChoice } from "./choose-split";
import { listSplitTargetQueries, listCurrentSplitTargetQueries } from "./split-targets";
import type { RateWindow } from "./rate-window";
import { listReadyCountQueries } from "./ready-instances";

/** Deployment, source and window of a question, resolved from its names. */
export interface ResolvedQuestion {
  readonly queryContext: QueryContext;
  readonly source: ReadableSource;
  readonly deploymentId: string;
  readonly window: TimeWindow;
  readonly isLive: boolean;
  /** Times of an earlier read that this read repeats. Absent if they are chosen from the scrape interval. */
  readonly fixedTiming?: ReadTiming | undefined;
  readonly firstSeenAtMs: number;
  /** Requested model or instance that the deployment does not have. Null if it has them. */
  readonly missingPart: string | null;
  /** Cancellation and lane of the request. */
  readonly readOptions: { readonly signal?: AbortSignal | undefined; readonly lane?: string | undefined };
}

/** Grid and rate window of a question, chosen from the scrape interval. */
export interface GridTiming {
  readonly grid: Grid;
  readonly rateWindowMs: number;
  readonly longestSpacingMs: number | null;
}

/** Question with its resolved names and its split. */
export interface SignalReadContext {
  readonly question: Question;
  readonly resolvedQuestion: ResolvedQuestion;
  readonly splitChoice: SplitChoice | undefined;
}

/** Returns the options of reads on the grid of the question. */
export function createGridReadOptions(
  { source, isLive, readOptions }: Pick<ResolvedQuestion, "source" | "isLive" | "readOptions">,
  { grid, longestSpacingMs }: GridTiming,
): Omit<RangeReadRequest, "promql"> {
  return { source, grid, isLive, longestSpacingMs, ...readOptions };
}

/** Reads the values over the window, and the data that explains missing values. Throws AppError if a query fails. */
export async function readWindowSeries(
  context: SignalReadContext,
  timing: GridTiming,
): Promise<ReadResults<Matrix>> {
  const { rateWindowMs } = timing;
  const { queryContext } = context.resolvedQuestion;
  return readParts<SeriesOrPromqlQuery, Matrix>(context, {
    rateWindowMs,
    listPartQueries: ({ windowPlan, queryContext }) =>
      listSeriesQueries(windowPlan, { context: queryContext, windowMs: rateWindowMs }),
    listTargetQueries: (queryContext) => listSplitTargetQueries(queryContext, rateWindowMs),
    support: [
      ...listAbsenceEvidenceQueries(planAbsenceEvidence(queryContext, rateWindowMs)),
      ...listReadyCountQueries(new Set(context.question.extras), queryContext, rateWindowMs),
    ],
    read: (queries) => readRanges(createGridReadOptions(context.resolvedQuestion, timing), queries),
  });
}

/** Reads the values at one time, over the windows of the headlines. */
export async function readHeadlines(
  context: SignalReadContext,
  { windowMs }: RateWindow,
  atMs: number,
): Promise<ReadResults<InstantVector>> {
  const { source, readOptions, queryContext } = context.resolvedQuestion;
  return readParts(context, {
    rateWindowMs: windowMs,
    listPartQueries: ({ createHeadlinePlan }) => listPlanQueries(createHeadlinePlan(windowMs)),
    listTargetQueries: listCurrentSplitTargetQueries,
    support: listAbsenceEvidenceQueries(
      planAbsenceEvidence(queryContext, evaluationWindows.headlineWindowMs, "now"),
    ),
    read: (queries) => readInstants({ source, atMs, ...readOptions }, queries),
  });
}

/**
 * Adds whether the source scraped any target, if the deployment's targets were not always up, and when
 * targets responded last, if they are down at the end.
 */
export async function withScrapeEvidence(
  { resolvedQuestion }: SignalReadContext,
  timing: GridTiming,
  results: ReadResults<Matrix>,
): Promise<ReadResults<Matrix>> {
  const { queryContext } = resolvedQuestion;
  const { upQuery, anyScrapeQuery } = planAbsenceEvidence(queryContext, timing.rateWindowMs);
  const [row] = results.resultByPromql.get(upQuery)?.rows ?? [];
  // Points that could not be read from the source are not evidence of missed scrapes.
  const knownUp = row?.values.subarray(
    0,
    findFirstUnreadIndex(timing.grid, results) ?? timing.grid.pointCount,
  );
  const isUpThroughout = knownUp !== undefined && !knownUp.some((value) => Number.isNaN(value));
  const isDown = knownUp?.findLast((value) => !Number.isNaN(value)) === 0;
  // Targets that are down now may have been up for less than a step.
  const answered = isDown ? buildTargetRespondedQuery(queryContext, timing.grid.stepMs) : null;
  const wanted = [...(isUpThroughout ? [] : [anyScrapeQuery]), ...(answered === null ? [] : [answered])];
  if (wanted.length === 0) return results;
  return withOptionalReads(results, readRanges(createGridReadOptions(resolvedQuestion, timing), wanted));
}

/** Adds whether the source scraped any target, for headlines. */
export async function withHeadlineScrapeEvidence(
  { resolvedQuestion: { source, readOptions, queryContext } }: SignalReadContext,
  atMs: number,
  results: ReadResults<InstantVector>,
): Promise<ReadResults<InstantVector>> {
  const { upQuery, anyScrapeQuery } = planAbsenceEvidence(
    queryContext,
    evaluationWindows.headlineWindowMs,
    "now",
  );
  if ((results.resultByPromql.get(upQuery)?.samples.length ?? 0) > 0) return results;
  return withOptionalReads(results, readInstants({ source, atMs, ...readOptions }, [anyScrapeQuery]));
}

/** Returns the index of the first point after the time of a stale read. Undefined for a current read. */
export function findFirstUnreadIndex(
  { startMs, stepMs, pointCount }: Grid,
  { stale, asOfMs }: Pick<ReadResults<unknown>, "stale" | "asOfMs">,
): number | undefined {
  if (stale === null) return undefined;
  return Math.min(pointCount, Math.max(0, Math.floor((asOfMs - startMs) / stepMs) + 1));
}

/**
 * Adds results that only explain or complete `read`. They do not change its age or state, because queries that are
 * sent rarely have old results. If the source fails, `read` is returned and marked as unexplained.
 */
async function withOptionalReads<T>(
  read: ReadResults<T>,
  optional: Promise<ReadResults<T>>,
): Promise<ReadResults<T>> {
  const more = await readOrUndefinedIfSourceFails(optional);
  // An old explanation does not cover the newest points of a current result.
  if (more === undefined || (more.stale !== null && read.stale === null))
    return { ...read, isUnexplained: true };
  return {
    ...read,
    resultByPromql: new Map([...read.resultByPromql, ...more.resultByPromql]),
    warnings: [...read.warnings, ...more.warnings],
  };
}

interface PartsReadOptions<Query, T> {
  readonly rateWindowMs: number;
  readonly listPartQueries: (part: SeriesPlan) => readonly Query[];
  /** Queries for the targets of the named values of a split. */
  readonly listTargetQueries: (context: QueryContext) => readonly Query[];
  readonly support: readonly Query[];
  readonly read: (queries: readonly Query[]) => Promise<ReadResults<T>>;
}

async function readParts<Query extends SeriesOrPromqlQuery, T>(
  { question, resolvedQuestion: { queryContext }, splitChoice }: SignalReadContext,
  { rateWindowMs, listPartQueries, listTargetQueries, support, read }: PartsReadOptions<Query, T>,
): Promise<ReadResults<T>> {
  const input = { question, queryContext, rateWindowMs };
  if (splitChoice === undefined)
    return read([...support, ...createUnsplitPlans(input).flatMap(listPartQueries)]);
  const hasNoRest =
    splitChoice.cachedValues !== undefined && splitChoice.cachedValues.values.length < maxNamedValues;
  const restQueries = hasNoRest ? [] : createSplitTotalPlans(input).flatMap(listPartQueries);
  const readSplitParts = async (): Promise<ReadResults<T>> => {
    const named = await splitChoice.namedValues;
    const parts = named === undefined ? createUnsplitPlans(input) : createSplitPlans(input, named);
    const firstTexts = new Set([...support, ...restQueries].map(formatQueryKey));
    const queries = [
      ...parts.flatMap(listPartQueries),
      ...parts.flatMap((part) => listTargetQueries(part.queryContext)),
    ];
    return read(queries.filter((query) => !firstTexts.has(formatQueryKey(query))));
  };
  const rest = read(restQueries);
  const [named, a, b] = await Promise.all([
    splitChoice.namedValues,
    read(support),
    readSplitParts(),
    // If all values are named, a failure of the rest is ignored.
    rest.catch(() => undefined),
  ]);
  const parts = mergeResults(a, b);
  const isRestNeeded = named === undefined || named.values.length >= maxNamedValues;
  return isRestNeeded ? mergeResults(parts, await rest) : withOptionalReads(parts, rest);
}
