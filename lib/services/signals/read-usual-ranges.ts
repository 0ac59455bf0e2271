/**
 * Usual-ranges endpoint: computes usual ranges from hourly values of the past weeks by
 * `lib/analysis/statistics/usual-range.ts`, separate from live reads.
 */
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import type { UsualHours, UsualRangeOutcome, usualRangesContract } from "@/lib/contracts/ranges/usual-ranges";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { TimeWindow } from "@/lib/model/time-window";
import {
  usualRanges,
  type RequestedHour,
  type HourlyValue,
  type UsualRange,
  type UsualRanges,
} from "@/lib/analysis/statistics/usual-range";
import type { Statistic } from "@/lib/model/question";
import { engineOfDeployment } from "@/lib/engines";
import { compileSignal } from "@/lib/semantic/compile/compile";
import type { SignalPlan } from "@/lib/semantic/compile/plan";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { nowMs } from "@/lib/server/clock";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import type { Handler } from "@/lib/server/handler";
import { toProblem } from "@/lib/server/http/problem";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { readTimeZone } from "@/lib/services/organisation/read-organisation";
import { listUnusualWindows } from "@/lib/services/events/unusual-windows";
import { hourMs } from "./history-chunks";
import { createHourOfWeek } from "./hour-of-week";
import { addArrivalLoad, needsLoadOfHour, readHourly } from "./read-hourly";

const lookbackMs = 8 * 7 * 24 * hourMs;
const maxRequestedMs = 8 * 24 * hourMs;
const waitMs = 1_400;
/** Maximum time that a present status waits for the history, because documents show only rows that are read in 1.5 s. */
const statusWaitMs = 300;
/** Maximum time that a past status waits for the history, so that it does not depend on the speed of the source. */
const pastStatusWaitMs = 10_000;
const maxReadMs = 120_000;

/** Handles the request for the usual ranges of a signal in each hour of a window. */
export const readUsualRanges: Handler<typeof usualRangesContract> = async ({
  body,
  principal,
  requestId,
  signal: leaving,
}) => {
  const window = resolveRequestedWindow(body.window);
  const deployment = await resolveDeployment(body.deployment, principal.sourceScope);
  const queryContext: QueryContext = {
    engine: engineOfDeployment(deployment),
    deployment,
    scope: {
      deployment: deployment.slug,
      ...(body.model === undefined ? {} : { model: body.model }),
      ...(body.instance === undefined ? {} : { instance: body.instance }),
    },
  };
  const hours = listRequestedHours(window);
  const [first = window.startMs] = hours;
  const past = { startMs: first - lookbackMs, endMs: Math.min(window.endMs, nowMs()) };
  const exclusions = listUnusualWindows(deployment.id, past);
  // Each statistic that uses the exclusions receives the error. If none does, it is ignored.
  exclusions.catch(() => undefined);
  const source = findMetricsSource(deployment);
  const ranges = await Promise.all(
    body.series.map(({ signal, statistic }) =>
      answerOne(compileSignal(signal, statistic, queryContext, hourMs), {
        source,
        queryContext,
        hours,
        past,
        exclusions,
        leaving,
        requestId,
      }),
    ),
  );
  return { ranges };
};

interface UsualRangeReadContext {
  readonly source: ReadableSource;
  readonly queryContext: QueryContext;
  readonly hours: readonly number[];
  readonly past: TimeWindow;
  readonly exclusions: Promise<readonly TimeWindow[]>;
  readonly leaving: AbortSignal;
  readonly requestId: string;
}

async function answerOne(plan: SignalPlan, context: UsualRangeReadContext): Promise<UsualRangeOutcome> {
  const { source, queryContext, hours, past, exclusions, leaving, requestId } = context;
  if (plan.kind === "absent") return { state: "none", reason: plan.detail };
  // The reads continue after the response. The next request finds their results.
  const read = () => readRangesOfHours(plan, { source, queryContext, hours, past, exclusions });
  const outcome = await waitOrReturnPending(waitMs, read, leaving);
  if (outcome.kind === "pending") return { state: "pending" };
  if (outcome.kind === "failed") return { state: "failed", problem: toProblem(outcome.error, requestId) };
  const { ranges, excludedHours, missingHours } = outcome.value;
  return {
    state: "known",
    unit: signalDefinition(plan.signal).unit,
    hours: ranges.map((range, index) => ({ startMs: hours[index] ?? 0, range: toWire(range) })),
    excludedHourCount: excludedHours,
    missingHourCount: missingHours,
  };
}

type HistoryRead = Omit<UsualRangeReadContext, "leaving" | "requestId">;

async function readRangesOfHours(
  plan: SignalPlan,
  { source, queryContext, hours, past, exclusions }: HistoryRead,
): Promise<UsualRanges> {
  const signal = AbortSignal.timeout(maxReadMs);
  const read = { source, queryContext, window: past, signal };
  const arrivals = needsLoadOfHour(plan) ? compileSignal("requests", "rate", queryContext, hourMs) : null;
  const [values, arrivalRates, windows, timeZone] = await Promise.all([
    readHourly({ ...read, plan }),
    arrivals === null || arrivals.kind === "absent" ? null : readHourly({ ...read, plan: arrivals }),
    exclusions,
    readTimeZone(),
  ]);
  const history = arrivalRates === null ? values : addArrivalLoad(values, arrivalRates);
  return usualRanges({
    history,
    requestedHours: hours.map((startMs) => toRequestedHour(startMs, needsLoadOfHour(plan) ? history : [])),
    hourOfWeek: createHourOfWeek(timeZone),
    exclusions: windows,
    lookbackMs,
  });
}

interface UsualRangeTime {
  readonly atMs: number;
  readonly isPast: boolean;
  readonly leaving: AbortSignal;
}

/**
 * Returns the usual range of a statistic of the deployment at the hour of the week that contains `atMs`. Returns
 * undefined if the range is unknown, and "pending" while the history is being read, after which a later call finds the
 * result. `leaving` aborts when the caller no longer waits. `isPast` is true for the end of a fixed window. Never rejects.
 */
export async function readUsualRangeAt(
  deployment: KnownDeployment,
  [signal, statistic]: readonly [SignalId, Statistic],
  { atMs, isPast, leaving }: UsualRangeTime,
): Promise<UsualRange | "pending" | undefined> {
  const scope = { deployment: deployment.slug };
  const queryContext: QueryContext = { engine: engineOfDeployment(deployment), deployment, scope };
  const plan = compileSignal(signal, statistic, queryContext, hourMs);
  if (plan.kind === "absent") return undefined;
  const hour = Math.floor(atMs / hourMs) * hourMs;
  const past = { startMs: hour - lookbackMs, endMs: atMs };
  const source = findMetricsSource(deployment);
  const read = () =>
    readRangesOfHours(plan, {
      source,
      queryContext,
      hours: [hour],
      past,
      exclusions: listUnusualWindows(deployment.id, past),
    });
  const outcome = await waitOrReturnPending(isPast ? pastStatusWaitMs : statusWaitMs, read, leaving);
  if (outcome.kind === "pending") return "pending";
  return outcome.kind === "done" ? outcome.value.ranges[0] : undefined;
}

type WireRange = UsualHours[number]["range"];

/** Converts a range to the contract's type. */
function toWire(range: ReturnType<typeof usualRanges>["ranges"][number]): WireRange {
  return range.kind === "learning" ? { ...range, band: range.band && { ...range.band } } : { ...range };
}

/**
 * Returns the start of each hour of the window for which usual ranges are computed, limited to the newest
 * hours.
 */
export function listRequestedHours({ startMs, endMs }: TimeWindow): readonly number[] {
  const first = Math.floor(Math.max(startMs, endMs - maxRequestedMs) / hourMs);
  return Array.from({ length: Math.ceil(endMs / hourMs) - first }, (_, index) => (first + index) * hourMs);
}

/** Returns an hour with its load. An incomplete hour has the load of the last complete hour. */
export function toRequestedHour(startMs: number, history: readonly HourlyValue[]): RequestedHour {
  const known = history.findLast((hour) => hour.startMs <= startMs && hour.load !== undefined);
  const isNear = known !== undefined && startMs - known.startMs <= 2 * hourMs;
  return { startMs, ...(isNear && known.load !== undefined ? { load: known.load } : {}) };
}
