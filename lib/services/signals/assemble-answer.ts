/** Assembles the answer from the query results. Pure. */
import { getRequestCounting } from "@/lib/engines/request-counting";
import type { Answer } from "@/lib/model/answer";
import type { Grid } from "@/lib/model/grid";
import type { AnswerExtra } from "@/lib/model/question";
import type { Reading } from "@/lib/model/reading";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { AbsenceEvidence } from "@/lib/semantic/absence/absence";
import {
  computeScrapedPointRatio,
  listSentQueries,
  toCountSeries,
  toAnswerSeries,
  createUnexplainedShare,
  type EvaluatedPlan,
} from "@/lib/semantic/evaluate/answer-series";
import {
  columnsFromVectors,
  columnsFromMatrices,
  readSingleColumn,
  type QueryColumns,
} from "@/lib/semantic/evaluate/columns";
import { toDistributions } from "@/lib/semantic/evaluate/distributions";
import { findMixedEdgeWarnings } from "@/lib/semantic/evaluate/mixed-edge-warnings";
import { findDownSince, addDownHistory } from "@/lib/semantic/absence/down-readings";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import type { Exclusion } from "@/lib/semantic/evaluate/excluded-time";
import { formatNoSeriesSentence } from "@/lib/semantic/absence/no-series";
import type { SignalPlan } from "@/lib/semantic/compile/plan";
import { toReading, type ReadingWindow } from "@/lib/semantic/evaluate/readings";
import {
  hasAnyScrape,
  buildTargetRespondedQuery,
  planAbsenceEvidence,
  readAnyTargetScraped,
  readAbsenceEvidence,
} from "@/lib/semantic/absence/absence-evidence";
import { findShareSumWarnings } from "@/lib/semantic/evaluate/share-sum";
import { summarizeWindow } from "@/lib/semantic/evaluate/window-summary";
import { alignHeadlineMs, nonRateHeadlineWindow, chooseHeadlineMs } from "./answer-times";
import type { SeriesPlan, StatisticPlans, PickPlan } from "./series-plans";
import { withUnknownScopeReason } from "./unknown-scope";
import { addSplitTargets } from "./split-targets";
import { averageReadyCount, listReadyCountQueries } from "./ready-instances";
import { findFirstUnreadIndex, type ResolvedQuestion, type GridTiming } from "./read-queries";
import type { AnswerInputs } from "./read-answer-inputs";

interface Extras {
  readonly extras: ReadonlySet<AnswerExtra>;
}

type AssembledFields = Omit<
  Answer,
  | "schemaVersion"
  | "window"
  | keyof Grid
  | "rateWindowMs"
  | "sampleSpacingMs"
  | "source"
  | "engine"
  | "notes"
  | "split"
>;

const { headlineWindowMs } = evaluationWindows;

/** Computes all fields of an answer from its query results. */
export function assembleAnswer(
  resolved: ResolvedQuestion,
  inputs: Omit<AnswerInputs, "split"> & Extras,
): AssembledFields {
  const { timing, headlineRateWindow, seriesPlans, windowResults, headlineResults, exclusions } = inputs;
  const headlineAtMs = chooseHeadlineMs(resolved.window);
  const headlineOf = ({ createHeadlinePlan }: StatisticPlans): SignalPlan =>
    createHeadlinePlan(headlineRateWindow.windowMs);
  const { pointCount, stepMs } = timing.grid;
  const columns = columnsFromMatrices(pointCount, windowResults.resultByPromql);
  const headlineColumns = columnsFromVectors(headlineResults.resultByPromql);
  const supports = supportsOf(resolved, timing, { columns, headlineColumns, windowResults, headlineResults });
  const { supportColumns } = supports;
  // A cached result is valid for the time it was read at, not for the time of the question.
  const validAtMs =
    headlineResults.stale === null
      ? headlineAtMs
      : Math.min(headlineAtMs, alignHeadlineMs(headlineResults.asOfMs));
  const timeOf = (plan: SignalPlan): ReadingWindow => ({
    atMs: validAtMs,
    ...(plan.statistic === "rate" ? headlineRateWindow : nonRateHeadlineWindow),
  });
  const evaluated = seriesPlans.map((part): EvaluatedPlan & { readonly evidence: AbsenceEvidence } => {
    const { windowPlan: plan, splitGroup: group, selectRows } = part;
    const headlinePlan = headlineOf(part);
    const rows = selectRows(columns, ofWindow);
    const values = evaluatePlan(plan, rows, timing.rateWindowMs);
    const headlineRows = selectRows(headlineColumns, headlineOf);
    const headline = evaluatePlan(headlinePlan, headlineRows, headlineWindowMs);
    const evidence = addSplitTargets(supports, part, { columns, headlineColumns, timing });
    return {
      plan,
      ...(group === undefined ? {} : { group }),
      planResult: values,
      evidence: evidence.supportColumns,
      headline: explainReading(
        toReading(headlinePlan, headline, evidence.instantSupport, timeOf(headlinePlan)),
        resolved,
        { plan, planResult: values, evidence: evidence.supportColumns, timing },
      ),
      ...(exclusions === undefined
        ? {}
        : {
            windowSummary: summarizeWindow(plan, values, rows, { ...exclusions, stepMs }),
          }),
    };
  });
  const isSplit = evaluated.some(({ group }) => group !== undefined);
  const shares = isSplit ? [] : evaluated.filter(isShare);
  const rest = createUnexplainedShare(shares, supportColumns);
  const ofWindows = seriesPlans.map((part) => bucketsOf(part, ofWindow));
  const qualityWarnings = [
    ...findMixedEdgeWarnings(
      { plans: ofWindows, columns, windowMs: timing.rateWindowMs },
      headlineBuckets(seriesPlans, headlineOf, headlineColumns),
    ),
    ...findShareSumWarnings(shares, timing.rateWindowMs),
  ];
  const warnings = [...new Set([...windowResults.warnings, ...headlineResults.warnings])];
  return {
    asOfMs: Math.min(windowResults.asOfMs, headlineResults.asOfMs),
    stale: windowResults.stale ?? headlineResults.stale,
    n: isSplit ? null : findHeadlineN(evaluated),
    coverageRatio: computeScrapedPointRatio(supportColumns),
    completeness: warnings.length === 0 ? "complete" : "partial",
    warnings,
    queries: [
      ...listSentQueries(seriesPlans.map(ofWindow), "series"),
      ...listSentQueries(seriesPlans.map(headlineOf), "headline"),
    ],
    series: evaluated.map((one) => toAnswerSeries(one, one.evidence)).concat(rest ?? []),
    counts: isSplit ? [] : toCountSeries(evaluated),
    ...(qualityWarnings.length === 0 ? {} : { qualityWarnings }),
    ...(exclusions === undefined ? {} : describeStatistics(exclusions, { resolved, inputs, columns })),
    ...(inputs.extras.has("distribution")
      ? { distributions: toDistributions(ofWindows, columns, timing.rateWindowMs) }
      : {}),
  };
}

interface StatisticsContext {
  readonly resolved: ResolvedQuestion;
  readonly inputs: Pick<AnswerInputs, "timing"> & Extras;
  readonly columns: QueryColumns;
}

/** Returns what a comparison needs in addition to the window summaries. */
function describeStatistics(
  exclusions: Exclusion,
  { resolved: { queryContext }, inputs, columns }: StatisticsContext,
): Pick<Answer, "excludedTime" | "readyInstances" | "requestCounting"> {
  const queries = listReadyCountQueries(inputs.extras, queryContext, inputs.timing.rateWindowMs);
  return {
    excludedTime: exclusions.excludedTime,
    readyInstances: averageReadyCount(columns, queries, exclusions),
    requestCounting: getRequestCounting(queryContext.engine),
  };
}

interface WindowOfPart extends Pick<EvaluatedPlan, "plan" | "planResult"> {
  readonly evidence: AbsenceEvidence;
  readonly timing: GridTiming;
}

/** Adds to an absent reading since when targets are down, or that the requested part does not exist. */
function explainReading(
  reading: Reading,
  { window, missingPart }: ResolvedQuestion,
  { plan, planResult, evidence, timing: { grid, rateWindowMs } }: WindowOfPart,
): Reading {
  const since = findDownSince(evidence, grid, { rateWindowMs, atMs: chooseHeadlineMs(window) });
  const history = { plan, planResult, evidence, downSince: since };
  return withUnknownScopeReason(addDownHistory(reading, history), missingPart);
}

/** Returns the number of observations of the first headline that has it. */
function findHeadlineN(evaluated: readonly EvaluatedPlan[]): number | null {
  const numbers = evaluated.map(({ headline }) => (headline.kind === "present" ? headline.n : undefined));
  return numbers.find((n) => n !== undefined) ?? null;
}

function isShare({ plan }: EvaluatedPlan): boolean {
  return plan.statistic === "share-of-e2e" && plan.kind !== "absent";
}

interface ReadColumns extends Pick<AnswerInputs, "windowResults" | "headlineResults"> {
  readonly columns: QueryColumns;
  readonly headlineColumns: QueryColumns;
}

/** Returns the data that explains missing values, over the window and now. */
function supportsOf(
  resolved: ResolvedQuestion,
  timing: GridTiming,
  { columns, headlineColumns, windowResults, headlineResults }: ReadColumns,
) {
  const { grid, rateWindowMs } = timing;
  // An empty result differs from a query that was not sent.
  const wasQueried = (promql: string): boolean =>
    windowResults.resultByPromql.has(promql) || headlineResults.resultByPromql.has(promql);
  const atMs = chooseHeadlineMs(resolved.window);
  const existedBefore = (timeMs: number): boolean =>
    resolved.missingPart === null && resolved.firstSeenAtMs < timeMs;
  const { queryContext } = resolved;
  const [plan, planNow] = [
    planAbsenceEvidence(queryContext, rateWindowMs),
    planAbsenceEvidence(queryContext, headlineWindowMs, "now"),
  ];
  const before = {
    ...readAbsenceEvidence(plan, columns),
    ...readAnyTargetScraped(plan, columns, wasQueried),
  };
  const now = {
    ...readAbsenceEvidence(planNow, headlineColumns),
    ...readAnyTargetScraped(planNow, headlineColumns, wasQueried),
  };
  const noSeries = formatNoSeriesSentence(queryContext.deployment, [before, now]);
  const hasScrapes = [before, now].some(hasAnyScrape);
  const known = {
    ...(noSeries === undefined ? {} : { noSeriesSentence: noSeries }),
    isPast: !resolved.isLive,
    hasScrapes,
  };
  const answered = buildTargetRespondedQuery(queryContext, grid.stepMs);
  const unreadFrom = findFirstUnreadIndex(grid, windowResults);
  const supportColumns: AbsenceEvidence = {
    ...before,
    ...(answered !== null && wasQueried(answered)
      ? { targetResponded: readSingleColumn(columns, answered) }
      : {}),
    ...known,
    ...unexplained(windowResults),
    ...(unreadFrom === undefined ? {} : { unreadFromIndex: unreadFrom }),
    wasUpBefore: existedBefore(grid.startMs - rateWindowMs),
  };
  const instantSupport: AbsenceEvidence = {
    ...now,
    ...known,
    ...unexplained(headlineResults),
    wasUpBefore: existedBefore(atMs - headlineWindowMs),
  };
  return { supportColumns, instantSupport };
}

const unexplained = ({ isUnexplained }: AnswerInputs["windowResults" | "headlineResults"]) =>
  isUnexplained === undefined ? {} : { isUnexplained };

const ofWindow: PickPlan = ({ windowPlan }) => windowPlan;

const headlineBuckets = (parts: readonly SeriesPlan[], headlineOf: PickPlan, columns: QueryColumns) => ({
  plans: parts.map((part) => bucketsOf(part, headlineOf)),
  columns,
  windowMs: headlineWindowMs,
});

const bucketsOf = (part: SeriesPlan, pickPlan: PickPlan) => ({
  plan: pickPlan(part),
  ...(part.splitGroup === undefined ? {} : { group: part.splitGroup }),
  narrow: (columns: QueryColumns): QueryColumns => part.selectRows(columns, pickPlan),
});
