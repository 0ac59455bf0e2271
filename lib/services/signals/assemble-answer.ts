/** What was read of a question, put together as its answer. Pure. */
import type { Answer } from "@/lib/model/answer";
import type { Grid } from "@/lib/model/grid";
import type { Extra } from "@/lib/model/question";
import { limits } from "@/lib/model/status";
import type { Support } from "@/lib/semantic/absence";
import {
  coverage,
  sentQueries,
  toCounts,
  toSeries,
  unexplainedShare,
  type EvaluatedPlan,
} from "@/lib/semantic/assemble";
import { instantColumns, rangeColumns, singleColumn, type Columns } from "@/lib/semantic/columns";
import { distributionsOf } from "@/lib/semantic/distributions";
import { doubtsOf } from "@/lib/semantic/doubts";
import { downSince, withWindowBefore } from "@/lib/semantic/down";
import { evaluatePlan } from "@/lib/semantic/evaluate";
import { noSeriesSentence } from "@/lib/semantic/no-series";
import type { SignalPlan } from "@/lib/semantic/plan";
import { toReading, type ReadingTime } from "@/lib/semantic/readings";
import { hasAnyScrape, planAnswered, planSupport, readScrapes, readSupport } from "@/lib/semantic/support";
import { shareDoubts } from "@/lib/semantic/share-fit";
import { wholeWindow } from "@/lib/semantic/whole-window";
import { aligned, fullRateWindow, headlineTime } from "./answer-times";
import type { AskedPart, AskedPlan, PickPlan } from "./asked-parts";
import { ofPart } from "./missing-part";
import type { Resolved, Timing } from "./read-asked";
import type { Everything } from "./read-everything";

interface Extras {
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

/** All of the answer that what was read decides. */
export function assemble(
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
    isAsked: (promql) => ranges.answers.has(promql) || instants.answers.has(promql),
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
  const shares = isSplit ? [] : evaluated.filter(isShare);
  const rest = unexplainedShare(shares, supportColumns);
  const ofWindows = parts.map(bucketsOf);
  const doubts = [
    ...doubtsOf(ofWindows, columns, timing.rateWindowMs),
    ...shareDoubts(shares, timing.rateWindowMs),
  ];
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

function isShare({ plan }: EvaluatedPlan): boolean {
  return plan.statistic === "share-of-e2e" && plan.kind !== "absent";
}

interface BothColumns {
  readonly columns: Columns;
  readonly headlineColumns: Columns;
  /** Whether the source was asked: nothing answered is not the same as nothing asked. */
  readonly isAsked: (promql: string) => boolean;
}

/** What tells why numbers are missing, over the window and now, and since when targets are down, should they be. */
function supportsOf(resolved: Resolved, timing: Timing, { columns, headlineColumns, isAsked }: BothColumns) {
  const { grid, rateWindowMs } = timing;
  const atMs = headlineTime(resolved.window);
  const isSeenBefore = (timeMs: number): boolean =>
    resolved.missing === null && resolved.seenSinceMs < timeMs;
  const { place } = resolved;
  const [plan, planNow] = [
    planSupport(place, rateWindowMs),
    planSupport(place, limits.headlineWindowMs, "now"),
  ];
  const before = { ...readSupport(plan, columns), ...readScrapes(plan, columns, isAsked) };
  const now = {
    ...readSupport(planNow, headlineColumns),
    ...readScrapes(planNow, headlineColumns, isAsked),
  };
  const noSeries = noSeriesSentence(place.deployment, [before, now]);
  const hasScrapes = [before, now].some(hasAnyScrape);
  const known = { ...(noSeries === undefined ? {} : { noSeries }), isPast: !resolved.live, hasScrapes };
  const answered = planAnswered(place, grid.stepMs);
  const supportColumns: Support = {
    ...before,
    ...(answered !== null && isAsked(answered) ? { answered: singleColumn(columns, answered) } : {}),
    ...known,
    wasUpBefore: isSeenBefore(grid.startMs - rateWindowMs),
  };
  const instantSupport: Support = {
    ...now,
    ...known,
    wasUpBefore: isSeenBefore(atMs - limits.headlineWindowMs),
  };
  return { supportColumns, instantSupport, since: downSince(supportColumns, grid, { rateWindowMs, atMs }) };
}

const ofWindow: PickPlan = ({ plan }) => plan;

const bucketsOf = ({ narrow, ...part }: AskedPart) => ({
  ...part,
  narrow: (columns: Columns): Columns => narrow(columns, ofWindow),
});
