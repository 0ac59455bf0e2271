/**
 * One question, answered: deployment and engine, grid and rate window from the measured spacing, all queries read as soon as they
 * are known through the shared memory of series, and the pieces put together. Throws AppError when a query cannot be had.
 */
import type { Answer, AnswerSplit } from "@/lib/model/answer";
import type { Grid, InstantVector, Matrix } from "@/lib/model/grid";
import { questionKey, type Extra, type Question } from "@/lib/model/question";
import { AppError } from "@/lib/model/app-error";
import { statisticsTrouble } from "@/lib/model/signal-statistics";
import { limits } from "@/lib/model/status";
import { isLive, type TimeWindow } from "@/lib/model/time-window";
import { engineOf } from "@/lib/engines";
import { askedWindow } from "@/lib/server/asked-window";
import { nowMs } from "@/lib/server/clock";
import {
  coverage,
  sentQueries,
  toCounts,
  toSeries,
  unexplainedShare,
  type EvaluatedPlan,
} from "@/lib/semantic/assemble";
import { instantColumns, rangeColumns, type Columns } from "@/lib/semantic/columns";
import type { Support } from "@/lib/semantic/absence";
import { distributionsOf } from "@/lib/semantic/distributions";
import { doubtsOf } from "@/lib/semantic/doubts";
import { downSince, withWindowBefore } from "@/lib/semantic/down";
import { evaluatePlan } from "@/lib/semantic/evaluate";
import { alignGrid, chooseRateWindow, chooseStep, maxPoints } from "@/lib/semantic/grid";
import type { SignalPlan } from "@/lib/semantic/plan";
import { printPromql } from "@/lib/semantic/promql";
import { toReading, type ReadingTime } from "@/lib/semantic/readings";
import { engineFinder, seriesOf, type Place } from "@/lib/semantic/scope-selectors";
import { signalNotes } from "@/lib/semantic/signal-notes";
import type { Marked } from "@/lib/semantic/left-out";
import { splitFault } from "@/lib/semantic/split-labels";
import { planSupport, readSupport } from "@/lib/semantic/support";
import { wholeWindow } from "@/lib/semantic/whole-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { seriesKey } from "@/lib/services/deployments/series-key";
import { sampleSpacing } from "@/lib/services/series/read-series";
import type { Spacing } from "@/lib/services/series/sample-gaps";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { splitParts, wholeParts, type AskedPart, type AskedPlan, type PickPlan } from "./asked-parts";
import { chooseSplit } from "./choose-split";
import { keepAnswer, keptAnswer } from "./kept-answers";
import { missingPart, ofPart } from "./missing-part";
import { readHeadlines, readRanges, type Read, type Resolved, type Timing } from "./read-asked";
import { readMarked } from "./read-marked";
import { readRateWindow, type RateWindow } from "./rate-window";

/** Headlines of viewers within this time are one query. */
const headlineAlignmentMs = 5_000;
const aligned = (timeMs: number): number => Math.floor(timeMs / headlineAlignmentMs) * headlineAlignmentMs;

export interface AnswerOptions {
  readonly maxPoints?: number;
  readonly signal?: AbortSignal;
  /** The page that asks: pages take turns at a source. */
  readonly lane?: string;
}

/** Shared between readers: never written to. Throws AppError when a query cannot be had. */
export async function answerQuestion(question: Question, options: AnswerOptions = {}): Promise<Answer> {
  const deployment = await resolveDeployment(question.scope.deployment);
  const key = `${options.maxPoints ?? maxPoints} ${questionKey(question)} ${seriesKey(deployment)}`;
  const askedAtMs = nowMs();
  const kept = keptAnswer(key, askedAtMs);
  if (kept !== undefined) return kept;
  const answer = await answerAbout(deployment, question, options);
  keepAnswer(key, answer, askedAtMs);
  return answer;
}

/** The answer for `deployment` as it is given, saved or not; nothing is kept. Throws AppError when a query cannot be had. */
export async function answerAbout(
  deployment: KnownDeployment,
  question: Question,
  options: AnswerOptions = {},
): Promise<Answer> {
  const trouble = statisticsTrouble(question);
  if (trouble !== null) throw new AppError("invalid-input", trouble);
  const engine = engineOf(deployment);
  const window = askedWindow(question.window);
  const { split: label } = question.scope;
  const fault = label === undefined ? undefined : splitFault(label);
  if (fault !== undefined) throw new AppError("invalid-input", fault);
  const place: Place = { engine, deployment, scope: question.scope };
  const resolved: Resolved = {
    place,
    sourceSlug: deployment.metricsSource,
    deploymentId: deployment.id,
    window,
    live: isLive(question.window),
    seenSinceMs: deployment.firstSeenAtMs,
    missing: missingPart(question.scope, deployment),
    via: {
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.lane === undefined ? {} : { lane: options.lane }),
    },
  };
  const { parts, split, timing, ...read } = await readEverything(question, resolved, options);
  const answered = assemble(resolved, { parts, timing, ...read, extras: new Set(question.extras) });
  const { source, version } = connectionFor(deployment.metricsSource);
  return {
    schemaVersion: 1,
    window,
    ...timing.grid,
    rateWindowMs: timing.rateWindowMs,
    sampleSpacingMs: timing.coarsestMs,
    source: { slug: source.slug, kind: "prometheus", version },
    engine: { id: engine.id, version: deployment.engineVersion },
    ...answered,
    notes: signalNotes(question, place),
    ...(split === undefined ? {} : { split }),
  };
}

/** Of the samples of a deployment's engine in a window; null where there are no two. Throws AppError when it cannot be measured. */
export async function engineSpacing(
  { engine, deployment, scope }: Place,
  sourceSlug: string,
  window: TimeWindow,
): Promise<Spacing | null> {
  const [probe] = seriesOf({ names: engine.detectionMetrics }, engineFinder({ engine, deployment, scope }));
  if (probe === undefined) return null;
  // Aligned, so that the spacings of a whole fleet are measured at the same times, with the same few questions.
  const endMs = headlineTime(window);
  const aligned = { startMs: endMs - (window.endMs - window.startMs), endMs };
  return sampleSpacing({ sourceSlug, selectorPromql: printPromql(probe), window: aligned });
}

async function chooseTiming(
  { place, sourceSlug, window }: Resolved,
  options: AnswerOptions,
): Promise<Timing> {
  const spacing = await engineSpacing(place, sourceSlug, window);
  const stepMs = chooseStep(window, spacing?.finestMs ?? null, options.maxPoints ?? maxPoints);
  const coarsestMs = spacing?.coarsestMs ?? null;
  return { grid: alignGrid(window, stepMs), rateWindowMs: chooseRateWindow(stepMs, coarsestMs), coarsestMs };
}

interface Extras {
  readonly extras: ReadonlySet<Extra>;
}

interface Everything {
  readonly timing: Timing;
  readonly rateWindow: RateWindow;
  readonly split: AnswerSplit | undefined;
  readonly parts: readonly AskedPart[];
  readonly ranges: Read<Matrix>;
  readonly instants: Read<InstantVector>;
  /** Asked for with the statistic over the whole window alone. */
  readonly marked: Marked | undefined;
}

/** Nothing waits for what it does not need: with a slow source each round counts. */
async function readEverything(
  question: Question,
  resolved: Resolved,
  options: AnswerOptions,
): Promise<Everything> {
  const choice = chooseSplit(question, resolved);
  const asked = { question, resolved, choice };
  const choosing = chooseTiming(resolved, options);
  const measuring = question.statistics.includes("rate")
    ? headlineRateWindow(resolved)
    : Promise.resolve(fullRateWindow);
  const marking = async ({ grid, rateWindowMs }: Timing): Promise<Marked | undefined> =>
    question.extras?.includes("whole-window") === true
      ? readMarked(resolved.deploymentId, grid, rateWindowMs)
      : undefined;
  const [timing, rateWindow, named, split, ranges, instants, marked] = await Promise.all([
    choosing,
    measuring,
    choice?.named,
    choice?.told,
    choosing.then((one) => readRanges(asked, one)),
    measuring.then((one) => readHeadlines(asked, one, headlineTime(resolved.window))),
    choosing.then(marking),
  ]);
  const asking = { question, place: resolved.place, rateWindowMs: timing.rateWindowMs };
  const parts =
    named === undefined || split === undefined
      ? wholeParts(asking)
      : splitParts(asking, named, split.totalCount - split.namedCount);
  return { timing, rateWindow, split, parts, ranges, instants, marked };
}

type ReadParts = Omit<
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

function assemble(
  resolved: Resolved,
  { timing, rateWindow, parts, ranges, instants, marked, extras }: Omit<Everything, "split"> & Extras,
): ReadParts {
  const headlineAtMs = headlineTime(resolved.window);
  const headlineOf = ({ headlinePlan }: AskedPlan): SignalPlan => headlinePlan(rateWindow.windowMs);
  const columns = rangeColumns(timing.grid.pointCount, ranges.answers);
  const headlineColumns = instantColumns(instants.answers);
  const { supportColumns, instantSupport, since } = supportsOf(resolved, timing, {
    columns,
    headlineColumns,
  });
  // A remembered answer speaks for the time it was read at, not for that of the question.
  const spokenAtMs =
    instants.stale === null ? headlineAtMs : Math.min(headlineAtMs, aligned(instants.asOfMs));
  const timeOf = (plan: SignalPlan): ReadingTime => ({
    atMs: spokenAtMs,
    ...(plan.statistic === "rate" ? rateWindow : fullRateWindow),
  });
  const evaluated = parts.map((part): EvaluatedPlan => {
    const { plan, group, narrow } = part;
    const headlinePlan = headlineOf(part);
    const own = narrow(columns, ofWindow);
    const values = evaluatePlan(plan, own, timing.rateWindowMs);
    const headline = evaluatePlan(headlinePlan, narrow(headlineColumns, headlineOf), limits.headlineWindowMs);
    return {
      plan,
      ...(group === undefined ? {} : { group }),
      evaluated: values,
      headline: ofPart(
        withWindowBefore(toReading(headlinePlan, headline, instantSupport, timeOf(headlinePlan)), {
          plan,
          evaluated: values,
          support: supportColumns,
          since,
        }),
        resolved.missing,
      ),
      ...(marked === undefined
        ? {}
        : { whole: wholeWindow(plan, values, own, { ...marked, stepMs: timing.grid.stepMs }) }),
    };
  });
  const isSplit = evaluated.some(({ group }) => group !== undefined);
  const rest = unexplainedShare(
    evaluated.filter(({ plan }) => !isSplit && plan.statistic === "share-of-e2e" && plan.kind !== "absent"),
    supportColumns,
  );
  const ofWindows = parts.map(bucketsOf);
  const doubts = doubtsOf(ofWindows, columns, timing.rateWindowMs);
  const warnings = [...new Set([...ranges.warnings, ...instants.warnings])];
  const counted = evaluated.find(
    ({ headline }) => headline.kind === "present" && headline.n !== undefined,
  )?.headline;
  return {
    asOfMs: Math.min(ranges.asOfMs, instants.asOfMs),
    stale: ranges.stale ?? instants.stale,
    n: !isSplit && counted?.kind === "present" ? (counted.n ?? null) : null,
    coverageRatio: coverage(supportColumns),
    completeness: warnings.length === 0 ? "complete" : "partial",
    warnings,
    queries: [
      ...sentQueries(parts.map(ofWindow), "series"),
      ...sentQueries(parts.map(headlineOf), "headline"),
    ],
    series: [...evaluated.map((one) => toSeries(one, supportColumns)), ...(rest === undefined ? [] : [rest])],
    counts: isSplit ? [] : toCounts(evaluated),
    ...(doubts.length === 0 ? {} : { doubts }),
    ...(marked === undefined ? {} : { leftOut: marked.leftOut }),
    ...(extras.has("distribution")
      ? { distributions: distributionsOf(ofWindows, columns, timing.rateWindowMs) }
      : {}),
  };
}

interface BothColumns {
  readonly columns: Columns;
  readonly headlineColumns: Columns;
}

/** What tells why numbers are missing, over the window and now, and since when targets are down, should they be. */
function supportsOf(resolved: Resolved, timing: Timing, { columns, headlineColumns }: BothColumns) {
  const { grid, rateWindowMs } = timing;
  const atMs = headlineTime(resolved.window);
  const isSeenBefore = (timeMs: number): boolean =>
    resolved.missing === null && resolved.seenSinceMs < timeMs;
  const supportColumns: Support = {
    ...readSupport(planSupport(resolved.place, rateWindowMs), columns),
    wasUpBefore: isSeenBefore(grid.startMs - rateWindowMs),
  };
  const instantSupport: Support = {
    ...readSupport(planSupport(resolved.place, limits.headlineWindowMs, "now"), headlineColumns),
    wasUpBefore: isSeenBefore(atMs - limits.headlineWindowMs),
  };
  return { supportColumns, instantSupport, since: downSince(supportColumns, grid, { rateWindowMs, atMs }) };
}

const ofWindow: PickPlan = ({ plan }) => plan;

const bucketsOf = ({ narrow, ...part }: AskedPart) => ({
  ...part,
  narrow: (columns: Columns): Columns => narrow(columns, ofWindow),
});

const fullRateWindow: RateWindow = { windowMs: limits.headlineWindowMs, isCovered: true };

/** When the headlines of a window are read. */
export function headlineTime({ endMs }: TimeWindow): number {
  return aligned(endMs);
}

function headlineRateWindow({ place, sourceSlug, window, via }: Resolved): Promise<RateWindow> {
  return readRateWindow({ place, sourceSlug, atMs: headlineTime(window), signal: via.signal });
}
