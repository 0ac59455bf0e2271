/**
 * Reads the queries of a question through the shared cache, each once and as soon as it is known. Queries for the
 * rest of a split do not wait for the choice of the named values.
 */
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import type { Grid, InstantVector, Matrix } from "@/lib/model/grid";
import type { Question } from "@/lib/model/question";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { TimeWindow } from "@/lib/model/time-window";
import { listQueries } from "@/lib/semantic/compile/plan";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { listSeriesQueries } from "@/lib/semantic/compile/series-query";
import { maxNamedValues } from "@/lib/semantic/split/split";
import {
  buildTargetRespondedQuery,
  planAbsenceEvidence,
  listAbsenceEvidenceQueries,
} from "@/lib/semantic/absence/absence-evidence";
import type { RangeReadRequest } from "@/lib/services/series/range-reader";
import { unlessSourceFails } from "@/lib/services/series/read-failures";
import {
  formatQueryKey,
  mergeResults,
  readInstants,
  readRanges,
  type RangeQuery,
  type ReadResults,
} from "@/lib/services/series/read-series";
import {
  splitSeriesPlans,
  unsplitSeriesPlans,
  unsplitSeriesPlansForRest,
  type SeriesPlan,
} from "./series-plans";
import type { SplitChoice } from "./choose-split";
import { listPartTargetQueries, listPartTargetQueriesNow } from "./part-targets";
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
  readonly via: { readonly signal?: AbortSignal | undefined; readonly lane?: string | undefined };
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

/** Returns the options of reads on the grid of the question. */
export function gridRead(
  { source, live, via }: Pick<ResolvedQuestion, "source" | "live" | "via">,
  { grid, coarsestMs }: Timing,
): Omit<RangeReadRequest, "promql"> {
  return { source, grid, isLive: live, spacingMs: coarsestMs, ...via };
}

/** Reads the values over the window, and the data that explains missing values. Throws AppError if a query fails. */
export async function readWindow(context: SignalReadContext, timing: Timing): Promise<ReadResults<Matrix>> {
  const { rateWindowMs } = timing;
  return readParts<RangeQuery, Matrix>(context, {
    rateWindowMs,
    listPartQueries: ({ plan, queryContext }) =>
      listSeriesQueries(plan, { context: queryContext, windowMs: rateWindowMs }),
    listTargetQueries: (queryContext) => listPartTargetQueries(queryContext, rateWindowMs),
    support: listAbsenceEvidenceQueries(planAbsenceEvidence(context.resolved.queryContext, rateWindowMs)),
    read: (queries) => readRanges(gridRead(context.resolved, timing), queries),
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
    listPartQueries: ({ headlinePlan }) => listQueries(headlinePlan(windowMs)),
    listTargetQueries: listPartTargetQueriesNow,
    support: listAbsenceEvidenceQueries(
      planAbsenceEvidence(queryContext, evaluationWindows.headlineWindowMs, "now"),
    ),
    read: (queries) => readInstants({ source, atMs, ...via }, queries),
  });
}

/**
 * Adds whether the source scraped any target, if the deployment's targets were not up throughout, and whether they
 * were up between the points, if they are down at the end.
 */
export async function withScrapes(
  { resolved }: SignalReadContext,
  timing: Timing,
  read: ReadResults<Matrix>,
): Promise<ReadResults<Matrix>> {
  const { queryContext } = resolved;
  const { upQuery, anyScrapeQuery } = planAbsenceEvidence(queryContext, timing.rateWindowMs);
  const [row] = read.answers.get(upQuery)?.rows ?? [];
  // Points that the source could not be queried for are not evidence of missed scrapes.
  const knownUp = row?.values.subarray(0, unreadFromIndex(timing.grid, read) ?? timing.grid.pointCount);
  const isUpThroughout = knownUp !== undefined && !knownUp.some((value) => Number.isNaN(value));
  const isDown = knownUp?.findLast((value) => !Number.isNaN(value)) === 0;
  // Targets that are down now may have been up for less than a step.
  const answered = isDown ? buildTargetRespondedQuery(queryContext, timing.grid.stepMs) : null;
  const wanted = [...(isUpThroughout ? [] : [anyScrapeQuery]), ...(answered === null ? [] : [answered])];
  if (wanted.length === 0) return read;
  return withOptionalReads(read, readRanges(gridRead(resolved, timing), wanted));
}

/** Adds whether the source scraped any target, for headlines. */
export async function withScrapesNow(
  { resolved: { source, via, queryContext } }: SignalReadContext,
  atMs: number,
  read: ReadResults<InstantVector>,
): Promise<ReadResults<InstantVector>> {
  const { upQuery, anyScrapeQuery } = planAbsenceEvidence(
    queryContext,
    evaluationWindows.headlineWindowMs,
    "now",
  );
  if ((read.answers.get(upQuery)?.samples.length ?? 0) > 0) return read;
  return withOptionalReads(read, readInstants({ source, atMs, ...via }, [anyScrapeQuery]));
}

/** Returns the index of the first point after the time of a stale read. Undefined for a current read. */
export function unreadFromIndex(
  { startMs, stepMs, pointCount }: Grid,
  { stale, asOfMs }: Pick<ReadResults<unknown>, "stale" | "asOfMs">,
): number | undefined {
  if (stale === null) return undefined;
  return Math.min(pointCount, Math.max(0, Math.floor((asOfMs - startMs) / stepMs) + 1));
}

/**
 * Adds results that only explain or complete `read`. They determine neither its age nor its state: queries that are
 * sent rarely have old results. If the source fails, `read` stays and is marked as unexplained.
 */
async function withOptionalReads<T>(
  read: ReadResults<T>,
  optional: Promise<ReadResults<T>>,
): Promise<ReadResults<T>> {
  const more = await unlessSourceFails(optional);
  // An old explanation does not cover the newest points of a current result.
  if (more === undefined || (more.stale !== null && read.stale === null))
    return { ...read, isUnexplained: true };
  return {
    ...read,
    answers: new Map([...read.answers, ...more.answers]),
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

async function readParts<Query extends RangeQuery, T>(
  { question, resolved: { queryContext }, choice }: SignalReadContext,
  { rateWindowMs, listPartQueries, listTargetQueries, support, read }: PartsReadOptions<Query, T>,
): Promise<ReadResults<T>> {
  const input = { question, queryContext, rateWindowMs };
  if (choice === undefined) return read([...support, ...unsplitSeriesPlans(input).flatMap(listPartQueries)]);
  const hasNoRest = choice.known !== undefined && choice.known.values.length < maxNamedValues;
  const restQueries = hasNoRest ? [] : unsplitSeriesPlansForRest(input).flatMap(listPartQueries);
  const readSplitParts = async (): Promise<ReadResults<T>> => {
    const named = await choice.named;
    const parts = named === undefined ? unsplitSeriesPlans(input) : splitSeriesPlans(input, named);
    const firstTexts = new Set([...support, ...restQueries].map(formatQueryKey));
    const queries = [
      ...parts.flatMap(listPartQueries),
      ...parts.flatMap((part) => listTargetQueries(part.queryContext)),
    ];
    return read(queries.filter((query) => !firstTexts.has(formatQueryKey(query))));
  };
  const rest = read(restQueries);
  const [named, a, b] = await Promise.all([
    choice.named,
    read(support),
    readSplitParts(),
    // If all values are named, a failure of the rest is ignored.
    rest.catch(() => undefined),
  ]);
  const parts = mergeResults(a, b);
  const isRestNeeded = named === undefined || named.values.length >= maxNamedValues;
  return isRestNeeded ? mergeResults(parts, await rest) : withOptionalReads(parts, rest);
}
