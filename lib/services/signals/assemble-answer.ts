/** Assembles the answer from the query results. Pure. */
import type { Answer } from "@/lib/model/answer";
import type { Grid } from "@/lib/model/grid";
import type { Extra } from "@/lib/model/question";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { AbsenceEvidence } from "@/lib/semantic/absence/absence";
import {
  coverageRatio,
  sentQueries,
  toCounts,
  toSeries,
  unexplainedShare,
  type EvaluatedPlan,
} from "@/lib/semantic/evaluate/assemble";
import { instantColumns, rangeColumns, singleColumn, type Columns } from "@/lib/semantic/evaluate/columns";
import { distributionsOf } from "@/lib/semantic/evaluate/distributions";
import { mixedEdgeWarnings } from "@/lib/semantic/evaluate/mixed-edge-warnings";
import { downSince, withDownHistory } from "@/lib/semantic/absence/down";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { noSeriesSentence } from "@/lib/semantic/absence/no-series";
import type { SignalPlan } from "@/lib/semantic/compile/plan";
import { toReading, type ReadingTime } from "@/lib/semantic/evaluate/readings";
import {
  hasAnyScrape,
  planAnswered,
  planAbsenceEvidence,
  readScrapes,
  readAbsenceEvidence,
} from "@/lib/semantic/absence/absence-evidence";
import { shareSumWarnings } from "@/lib/semantic/evaluate/share-sum";
import { summarizeWindow } from "@/lib/semantic/evaluate/window-summary";
import { alignedHeadlineMs, fullRateWindow, headlineTime } from "./answer-times";
import type { SeriesPlan, StatisticPlans, PickPlan } from "./series-plans";
import { withMissingPart } from "./missing-part";
import type { ResolvedQuestion, Timing } from "./read-queries";
import type { AnswerInputs } from "./read-answer-inputs";

interface Extras {
  readonly extras: ReadonlySet<Extra>;
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

/** Returns all fields of the answer that depend on query results. */
export function assembleAnswer(
  resolved: ResolvedQuestion,
  { timing, rateWindow, parts, ranges, instants, exclusions, extras }: Omit<AnswerInputs, "split"> & Extras,
): AssembledFields {
  const headlineAtMs = headlineTime(resolved.window);
  const headlineOf = ({ headlinePlan }: StatisticPlans): SignalPlan => headlinePlan(rateWindow.windowMs);
  const { pointCount, stepMs } = timing.grid;
  const columns = rangeColumns(pointCount, ranges.answers);
  const headlineColumns = instantColumns(instants.answers);
  const { supportColumns, instantSupport, since } = supportsOf(resolved, timing, {
    columns,
    headlineColumns,
    wasQueried: (promql) => ranges.answers.has(promql) || instants.answers.has(promql),
  });
  // A cached result is valid for the time it was read at, not for the time of the question.
  const validAtMs =
    instants.stale === null ? headlineAtMs : Math.min(headlineAtMs, alignedHeadlineMs(instants.asOfMs));
  const timeOf = (plan: SignalPlan): ReadingTime => ({
    atMs: validAtMs,
    ...(plan.statistic === "rate" ? rateWindow : fullRateWindow),
  });
  const evaluated = parts.map((part): EvaluatedPlan => {
    const { plan, group, selectRows } = part;
    const headlinePlan = headlineOf(part);
    const rows = selectRows(columns, ofWindow);
    const values = evaluatePlan(plan, rows, timing.rateWindowMs);
    const headlineRows = selectRows(headlineColumns, headlineOf);
    const headline = evaluatePlan(headlinePlan, headlineRows, headlineWindowMs);
    return {
      plan,
      ...(group === undefined ? {} : { group }),
      evaluated: values,
      headline: withMissingPart(
        withDownHistory(toReading(headlinePlan, headline, instantSupport, timeOf(headlinePlan)), {
          plan,
          evaluated: values,
          support: supportColumns,
          since,
        }),
        resolved.missing,
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
  const rest = unexplainedShare(shares, supportColumns);
  const ofWindows = parts.map(bucketsOf);
  const qualityWarnings = [
    ...mixedEdgeWarnings(ofWindows, columns, timing.rateWindowMs),
    ...shareSumWarnings(shares, timing.rateWindowMs),
  ];
  const warnings = [...new Set([...ranges.warnings, ...instants.warnings])];
  const counted = evaluated.find(
    ({ headline }) => headline.kind === "present" && headline.n !== undefined,
  )?.headline;
  return {
    asOfMs: Math.min(ranges.asOfMs, instants.asOfMs),
    stale: ranges.stale ?? instants.stale,
    n: !isSplit && counted?.kind === "present" ? (counted.n ?? null) : null,
    coverageRatio: coverageRatio(supportColumns),
    completeness: warnings.length === 0 ? "complete" : "partial",
    warnings,
    queries: [
      ...sentQueries(parts.map(ofWindow), "series"),
      ...sentQueries(parts.map(headlineOf), "headline"),
    ],
    series: [...evaluated.map((one) => toSeries(one, supportColumns)), ...(rest === undefined ? [] : [rest])],
    counts: isSplit ? [] : toCounts(evaluated),
    ...(qualityWarnings.length === 0 ? {} : { qualityWarnings }),
    ...(exclusions === undefined ? {} : { excludedTime: exclusions.excludedTime }),
    ...(extras.has("distribution")
      ? { distributions: distributionsOf(ofWindows, columns, timing.rateWindowMs) }
      : {}),
  };
}

function isShare({ plan }: EvaluatedPlan): boolean {
  return plan.statistic === "share-of-e2e" && plan.kind !== "absent";
}

interface ReadColumns {
  readonly columns: Columns;
  readonly headlineColumns: Columns;
  /** Returns true if the query was sent: an empty result differs from a query that was not sent. */
  readonly wasQueried: (promql: string) => boolean;
}

/** Returns the data that explains missing values, over the window and now, and since when targets are down. */
function supportsOf(
  resolved: ResolvedQuestion,
  timing: Timing,
  { columns, headlineColumns, wasQueried }: ReadColumns,
) {
  const { grid, rateWindowMs } = timing;
  const atMs = headlineTime(resolved.window);
  const existedBefore = (timeMs: number): boolean =>
    resolved.missing === null && resolved.firstSeenAtMs < timeMs;
  const { queryContext } = resolved;
  const [plan, planNow] = [
    planAbsenceEvidence(queryContext, rateWindowMs),
    planAbsenceEvidence(queryContext, headlineWindowMs, "now"),
  ];
  const before = { ...readAbsenceEvidence(plan, columns), ...readScrapes(plan, columns, wasQueried) };
  const now = {
    ...readAbsenceEvidence(planNow, headlineColumns),
    ...readScrapes(planNow, headlineColumns, wasQueried),
  };
  const noSeries = noSeriesSentence(queryContext.deployment, [before, now]);
  const hasScrapes = [before, now].some(hasAnyScrape);
  const known = { ...(noSeries === undefined ? {} : { noSeries }), isPast: !resolved.live, hasScrapes };
  const answered = planAnswered(queryContext, grid.stepMs);
  const supportColumns: AbsenceEvidence = {
    ...before,
    ...(answered !== null && wasQueried(answered) ? { answered: singleColumn(columns, answered) } : {}),
    ...known,
    wasUpBefore: existedBefore(grid.startMs - rateWindowMs),
  };
  const instantSupport: AbsenceEvidence = {
    ...now,
    ...known,
    wasUpBefore: existedBefore(atMs - headlineWindowMs),
  };
  return { supportColumns, instantSupport, since: downSince(supportColumns, grid, { rateWindowMs, atMs }) };
}

const ofWindow: PickPlan = ({ plan }) => plan;

const bucketsOf = ({ selectRows, ...part }: SeriesPlan) => ({
  ...part,
  narrow: (columns: Columns): Columns => selectRows(columns, ofWindow),
});
