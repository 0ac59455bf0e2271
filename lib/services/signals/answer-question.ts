/**
 * One question, answered: deployment and engine, grid and rate window from the measured spacing, all queries read in
 * parallel through the shared memory of series, and the pieces put together. Throws AppError when a query cannot be had.
 */
import type { Answer } from "@/lib/model/answer";
import { AppError } from "@/lib/model/app-error";
import type { Grid, InstantVector, Matrix } from "@/lib/model/grid";
import { questionKey, type Extra, type Question } from "@/lib/model/question";
import { limits } from "@/lib/model/status";
import { isLive, resolveWindow, windowFault, type TimeWindow } from "@/lib/model/time-window";
import { engineById } from "@/lib/engines";
import { nowMs } from "@/lib/server/clock";
import {
  coverage,
  sentQueries,
  toCounts,
  toSeries,
  unexplainedShare,
  type EvaluatedPlan,
} from "@/lib/semantic/assemble";
import { instantColumns, rangeColumns } from "@/lib/semantic/columns";
import { distributionsOf } from "@/lib/semantic/distributions";
import { evaluatePlan } from "@/lib/semantic/evaluate";
import { alignGrid, chooseRateWindow, chooseStep, maxPoints } from "@/lib/semantic/grid";
import { queriesOf, type SignalPlan } from "@/lib/semantic/plan";
import { printPromql } from "@/lib/semantic/promql";
import { toReading, type ReadingTime } from "@/lib/semantic/readings";
import { engineFinder, seriesOf, type Place } from "@/lib/semantic/scope-selectors";
import { signalNotes } from "@/lib/semantic/signal-notes";
import { planSupport, readSupport, supportQueries } from "@/lib/semantic/support";
import { wholeWindow } from "@/lib/semantic/whole-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { readInstant, readRange, sampleSpacing } from "@/lib/services/series/read-series";
import type { Spacing } from "@/lib/services/series/sample-gaps";
import type { Stale } from "@/lib/services/series/troubles";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { chooseSplit, partsOf, type AskedPart } from "./asked-parts";
import { keepAnswer, keptAnswer } from "./kept-answers";
import { missingPart, ofPart } from "./missing-part";
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

interface Resolved {
  readonly place: Place;
  readonly sourceSlug: string;
  readonly window: TimeWindow;
  readonly live: boolean;
  readonly seenSinceMs: number;
  /** The model or instance asked for that the deployment does not have; null where it has them. */
  readonly missing: string | null;
  /** Who reads, and whether still. */
  readonly via: Pick<AnswerOptions, "signal" | "lane">;
}

interface Timing {
  readonly grid: Grid;
  readonly rateWindowMs: number;
  readonly coarsestMs: number | null;
}

/** Shared between readers: never written to. Throws AppError when a query cannot be had. */
export async function answerQuestion(question: Question, options: AnswerOptions = {}): Promise<Answer> {
  const key = `${options.maxPoints ?? maxPoints} ${questionKey(question)}`;
  const askedAtMs = nowMs();
  const kept = keptAnswer(key, askedAtMs);
  if (kept !== undefined) return kept;
  const answer = await answerAnew(question, options);
  keepAnswer(key, answer, askedAtMs);
  return answer;
}

async function answerAnew(question: Question, options: AnswerOptions): Promise<Answer> {
  return answerAbout(await resolveDeployment(question.scope.deployment), question, options);
}

/** The answer for `deployment` as it is given, saved or not; nothing is kept. Throws AppError when a query cannot be had. */
export async function answerAbout(
  deployment: KnownDeployment,
  question: Question,
  options: AnswerOptions = {},
): Promise<Answer> {
  const engine = engineById(deployment.engine);
  const askedAtMs = nowMs();
  const fault = windowFault(question.window, askedAtMs);
  const window = resolveWindow(question.window, askedAtMs);
  if (fault !== undefined || window === undefined)
    throw new AppError("invalid-input", fault ?? "The window cannot be asked for.");
  const place: Place = { engine, deployment, scope: question.scope };
  const resolved: Resolved = {
    place,
    sourceSlug: deployment.metricsSource,
    window,
    live: isLive(question.window),
    seenSinceMs: deployment.firstSeenAtMs,
    missing: missingPart(question.scope, deployment),
    via: {
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.lane === undefined ? {} : { lane: options.lane }),
    },
  };
  // None of these waits for another: with a slow source each round counts.
  const [timing, split, rateWindow] = await Promise.all([
    chooseTiming(resolved, options),
    chooseSplit(question, resolved, options.signal),
    question.statistics.includes("rate") ? headlineRateWindow(resolved) : fullRateWindow,
  ]);
  const read = await readEverything(resolved, timing, {
    parts: partsOf(question, place, { split, rateWindowMs: timing.rateWindowMs }),
    rateWindow,
    extras: new Set(question.extras),
  });
  const { source, version } = connectionFor(deployment.metricsSource);
  return {
    schemaVersion: 1,
    window,
    ...timing.grid,
    rateWindowMs: timing.rateWindowMs,
    sampleSpacingMs: timing.coarsestMs,
    source: { slug: source.slug, kind: "prometheus", version },
    engine: { id: engine.id, version: deployment.engineVersion },
    ...read,
    notes: signalNotes(question, place),
    ...(split === undefined ? {} : { split: split.told }),
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

interface Wanted {
  readonly parts: readonly AskedPart[];
  readonly rateWindow: RateWindow;
  readonly extras: ReadonlySet<Extra>;
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

async function readEverything(resolved: Resolved, timing: Timing, wanted: Wanted): Promise<ReadParts> {
  const headlineAtMs = headlineTime(resolved.window);
  const { rateWindow } = wanted;
  const support = planSupport(resolved.place, timing.rateWindowMs);
  const headlineSupport = planSupport(resolved.place, limits.headlineWindowMs);
  const plans = wanted.parts.map(({ plan }) => plan);
  const headlinePlans = wanted.parts.map(({ headlinePlan }) => headlinePlan(rateWindow.windowMs));
  const [ranges, instants] = await Promise.all([
    readRanges(resolved, timing, [...plans.flatMap(queriesOf), ...supportQueries(support)]),
    readInstants(resolved, headlineAtMs, [
      ...headlinePlans.flatMap(queriesOf),
      ...supportQueries(headlineSupport),
    ]),
  ]);
  const columns = rangeColumns(timing.grid.pointCount, ranges.answers);
  const headlineColumns = instantColumns(instants.answers);
  const supportColumns = readSupport(support, columns);
  const instantSupport = {
    ...readSupport(headlineSupport, headlineColumns),
    wasUpBefore: resolved.missing === null && resolved.seenSinceMs < headlineAtMs - limits.headlineWindowMs,
  };
  // A remembered answer speaks for the time it was read at, not for that of the question.
  const spokenAtMs =
    instants.stale === null ? headlineAtMs : Math.min(headlineAtMs, aligned(instants.asOfMs));
  const timeOf = (plan: SignalPlan): ReadingTime => ({
    atMs: spokenAtMs,
    ...(plan.statistic === "rate" ? rateWindow : fullRateWindow),
  });
  const evaluated = wanted.parts.map(({ plan, group, narrow }, index): EvaluatedPlan => {
    const headlinePlan = headlinePlans[index] ?? plan;
    const own = narrow(columns);
    const values = evaluatePlan(plan, own, timing.rateWindowMs);
    const headline = evaluatePlan(headlinePlan, narrow(headlineColumns), limits.headlineWindowMs);
    return {
      plan,
      ...(group === undefined ? {} : { group }),
      evaluated: values,
      headline: ofPart(
        toReading(headlinePlan, headline, instantSupport, timeOf(headlinePlan)),
        resolved.missing,
      ),
      ...(wanted.extras.has("whole-window")
        ? { whole: wholeWindow(plan, values, own, timing.grid.stepMs) }
        : {}),
    };
  });
  const isSplit = evaluated.some(({ group }) => group !== undefined);
  const rest = unexplainedShare(
    evaluated.filter(({ plan }) => !isSplit && plan.statistic === "share-of-e2e" && plan.kind !== "absent"),
    supportColumns,
  );
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
    queries: [...sentQueries(plans, "series"), ...sentQueries(headlinePlans, "headline")],
    series: [...evaluated.map((one) => toSeries(one, supportColumns)), ...(rest === undefined ? [] : [rest])],
    counts: isSplit ? [] : toCounts(evaluated),
    ...(wanted.extras.has("distribution")
      ? { distributions: distributionsOf(wanted.parts, columns, timing.rateWindowMs) }
      : {}),
  };
}

const fullRateWindow: RateWindow = { windowMs: limits.headlineWindowMs, isCovered: true };

/** When the headlines of a window are read. */
export function headlineTime({ endMs }: TimeWindow): number {
  return aligned(endMs);
}

function headlineRateWindow({ place, sourceSlug, window, via }: Resolved): Promise<RateWindow> {
  return readRateWindow({ place, sourceSlug, atMs: headlineTime(window), signal: via.signal });
}

interface Read<T> {
  readonly answers: ReadonlyMap<string, T>;
  readonly asOfMs: number;
  readonly stale: Stale | null;
  readonly warnings: readonly string[];
}

async function readRanges(
  { sourceSlug, live, via }: Resolved,
  { grid, coarsestMs }: Timing,
  queries: readonly string[],
): Promise<Read<Matrix>> {
  const spacing = coarsestMs === null ? {} : { spacingMs: coarsestMs };
  return collect(queries, async (promql) => {
    const read = await readRange({ sourceSlug, promql, grid, live, ...spacing, ...via });
    return { ...read, value: read.matrix };
  });
}

async function readInstants(
  { sourceSlug, via }: Resolved,
  atMs: number,
  queries: readonly string[],
): Promise<Read<InstantVector>> {
  return collect(queries, async (promql) => {
    const read = await readInstant({ sourceSlug, promql, atMs, ...via });
    return { ...read, value: read.vector };
  });
}

interface OneRead<T> {
  readonly value: T;
  readonly asOfMs: number;
  readonly stale: Stale | null;
}

/** Each query once, all at the same time; the oldest part says how old the whole is. */
async function collect<T extends { readonly warnings: readonly string[] }>(
  queries: readonly string[],
  read: (promql: string) => Promise<OneRead<T>>,
): Promise<Read<T>> {
  const distinct = [...new Set(queries)];
  const reads = await Promise.all(distinct.map(read));
  const stale = reads.map((one) => one.stale).filter((one) => one !== null);
  return {
    answers: new Map(distinct.map((promql, index) => [promql, reads[index]?.value]).filter(isAnswered)),
    asOfMs: reads.length === 0 ? nowMs() : Math.min(...reads.map((one) => one.asOfMs)),
    stale: stale.toSorted((a, b) => a.sinceMs - b.sinceMs)[0] ?? null,
    warnings: reads.flatMap((one) => one.value.warnings),
  };
}

function isAnswered<T>(entry: (string | T | undefined)[]): entry is [string, T] & (string | T | undefined)[] {
  return entry[1] !== undefined;
}
