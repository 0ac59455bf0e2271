/**
 * Why a number is missing. No data, no traffic, zero and a target that is down are always distinguished.
 *
 *     up      1 1 1 0 0 · 1 1       · = no sample, though others were scraped
 *     value   3 4 · · · · · 5
 *     reason      n d d d ?         n no traffic or too few, d target down, ? not yet known
 *
 * A point without any scrape gives no information about its targets. A point before the deployment existed will never
 * have a value.
 */
import type { AbsenceRange } from "@/lib/model/answer";
import type { AbsenceReason } from "@/lib/model/reading";
import type { SignalPlan } from "@/lib/semantic/compile/plan";

/** Columns that explain missing values, on the same time grid as the values. NaN means no sample. */
export interface AbsenceEvidence {
  /** 1 if any target of the deployment responded to its scrape, 0 if none responded. */
  readonly up: Float64Array;
  /** 1 if any target responded to a scrape since the previous point. Queried only if targets are down at the end. */
  readonly targetResponded?: Float64Array;
  /** Running plus waiting requests. */
  readonly requestsInFlight: Float64Array;
  /** Running requests, and waiting requests; NaN where the gauge is missing. Absent if they are not distinguished. */
  readonly gauges?: { readonly running: Float64Array; readonly waiting: Float64Array };
  /** Arriving work per second; NaN while the engine exposes none of the series that appear with a request. */
  readonly activityPerSecond: Float64Array;
  /**
   * Any number if the engine exposes the metrics that it has before its first request, otherwise NaN; see
   * `Engine.metricPresentBeforeRequests`.
   */
  readonly presentBeforeRequests?: Float64Array;
  /** A sentence if the selectors match no series; see `no-series.ts`. Absent if they match any. */
  readonly noSeriesSentence?: string;
  /** True if the deployment was observed before the first point. */
  readonly wasUpBefore?: boolean;
  /** True if the window is in the past, so that values that are unknown now will stay unknown. */
  readonly isPast?: boolean;
  /**
   * Any number if the source scraped any target, otherwise NaN. Queried only if the deployment was not observed at all
   * points.
   */
  readonly anyTargetScraped?: Float64Array;
  /** True if the source scraped any target within the requested window. */
  readonly hasScrapes?: boolean;
  /** Index of the first point that is later than the last successful read. Absent unless the source fails. */
  readonly unreadFromIndex?: number;
  /** The targets with one value of the split label. Absent if the values are of the complete deployment. */
  readonly splitValue?: SplitValueTargets;
  /**
   * True if the query for `anyTargetScraped` failed, so that a point without samples gives no information about the
   * targets.
   */
  readonly isUnexplained?: true;
}

/**
 * Scrape targets with one value of the label by which a signal is split. The other evidence describes the
 * complete deployment.
 */
export interface SplitValueTargets {
  readonly label: string;
  readonly value: string;
  /** 1 if any of these targets responded to its scrape, 0 if none responded, NaN if the source had no such target. */
  readonly up: Float64Array;
}

/** Values of a signal over time, whose missing points need a reason. */
export interface PointsToExplain {
  readonly values: Float64Array;
  /** Denominator of the values; null for plain levels and rates. */
  readonly denominators: Float64Array | null;
  /** Reason that is known before any query, because the engine does not have the metric. */
  readonly fixedReason?: AbsenceReason;
  /** Reason for a point at which the targets respond, but do not expose the metric. The default is "metric-absent". */
  readonly reasonWithoutMetric?: AbsenceReason;
  /** For each point, true if its value was refused because other series contradict it. */
  readonly isInconsistent?: readonly boolean[];
  /** True for a series of the engine, which may appear only with the first request. */
  readonly isEngineSeries?: boolean;
  /** True for a gauge, which the engine exposes from its start and not only from its first request. */
  readonly isGauge?: boolean;
}

/**
 * Returns whether a metric has no value and never had one at this deployment. The metric then counts as
 * absent even if its targets are down.
 */
export function wasNeverReported(
  { isNeverObserved }: Pick<SignalPlan, "isNeverObserved">,
  { values, denominators }: Pick<PointsToExplain, "values" | "denominators">,
): boolean {
  return isNeverObserved === true && !hasNumber(values) && !hasNumber(denominators);
}

/**
 * Returns the time ranges of missing points, each with one reason. Together they cover exactly the NaN
 * points.
 */
export function findAbsenceRanges(
  points: PointsToExplain,
  evidence: AbsenceEvidence,
): readonly AbsenceRange[] {
  const everMeasured = points.values.some((value) => !Number.isNaN(value)) || hasNumber(points.denominators);
  const ranges: [number, number, AbsenceReason][] = [];
  const lastMeasured = points.values.findLastIndex((value) => !Number.isNaN(value));
  let wasUpBefore = evidence.wasUpBefore ?? false;
  let wasMeasuredSinceUp = false;
  const lastObservedIndex = evidence.up.findLastIndex((_value, index) => isObserved(index, evidence));
  for (let index = 0; index < points.values.length; index += 1) {
    const up = evidence.up[index] ?? Number.NaN;
    const isMissing = Number.isNaN(points.values[index] ?? Number.NaN);
    const ownUp = evidence.splitValue?.up[index] ?? up;
    wasMeasuredSinceUp = ownUp > 0 && (wasMeasuredSinceUp || !isMissing);
    if (isMissing) {
      // The targets responded without this metric until the end of the window, so the metric has disappeared and is not
      // late.
      const hasDisappeared = wasMeasuredSinceUp && index > lastMeasured;
      const isKnown = everMeasured && !hasDisappeared;
      const reason =
        points.fixedReason ??
        reasonAt(index, { missing: points, support: evidence, isKnown, wasUpBefore, lastObservedIndex });
      const last = ranges.at(-1);
      if (last?.[1] === index - 1 && last[2] === reason) last[1] = index;
      else ranges.push([index, index, reason]);
    }
    wasUpBefore ||= up > 0;
  }
  return ranges;
}

interface Circumstances {
  readonly missing: PointsToExplain;
  readonly support: AbsenceEvidence;
  /** True if the metric has a value somewhere in the window and has not disappeared since. */
  readonly isKnown: boolean;
  readonly wasUpBefore: boolean;
  /** Index of the last point at which the deployment was observed. */
  readonly lastObservedIndex: number;
}

function reasonAt(index: number, circumstances: Circumstances): AbsenceReason {
  const { missing, support, isKnown, wasUpBefore, lastObservedIndex } = circumstances;
  if (support.noSeriesSentence !== undefined) return "no-series";
  if (isUnread(index, support)) return "query-failed";
  if (isUnscraped(index, support)) return "not-scraped";
  if (areTargetsDown(index, support, wasUpBefore)) return "target-down";
  if (isPartMissing(index, support)) return "no-series";
  if (!isObserved(index, support) && support.isUnexplained === true) return "query-failed";
  if (!isObserved(index, support))
    return support.isPast === true || index < lastObservedIndex ? "no-data" : "not-yet-known";
  if (missing.isInconsistent?.[index] === true) return "inconsistent-mean";
  if (missing.isEngineSeries === true && isBeforeFirstRequest(index, support, missing.isGauge === true))
    return "no-traffic";
  const basis = missing.denominators?.[index] ?? Number.NaN;
  if (basis === 0) return isWithoutTraffic(index, support) ? "no-traffic" : "too-few-samples";
  if (!Number.isNaN(basis)) return "too-few-samples";
  return isKnown ? "not-yet-known" : (missing.reasonWithoutMetric ?? "metric-absent");
}

/**
 * Returns whether the targets are down at a point: they do not respond, or their series are missing although
 * the source scrapes other targets.
 */
export function areTargetsDown(pointIndex: number, evidence: AbsenceEvidence, wasUpBefore: boolean): boolean {
  if (evidence.up[pointIndex] === 0 || evidence.splitValue?.up[pointIndex] === 0) return true;
  if (isUnread(pointIndex, evidence) || evidence.isUnexplained === true) return false;
  return (
    wasUpBefore &&
    !isObserved(pointIndex, evidence) &&
    !isUnscraped(pointIndex, evidence) &&
    !isOutsideRetention(evidence)
  );
}

/** Returns whether the deployment responded while the source had no target with this value of the split label. */
function isPartMissing(index: number, { up, splitValue }: AbsenceEvidence): boolean {
  return (
    splitValue !== undefined &&
    (up[index] ?? Number.NaN) > 0 &&
    Number.isNaN(splitValue.up[index] ?? Number.NaN)
  );
}

/** Returns whether the source could not be queried for this point. */
function isUnread(index: number, { unreadFromIndex }: AbsenceEvidence): boolean {
  return unreadFromIndex !== undefined && index >= unreadFromIndex;
}

/**
 * Returns whether the source scraped nothing at this point. Targets that a restarted source has not scraped yet are
 * unknown.
 */
function isUnscraped(index: number, support: AbsenceEvidence): boolean {
  const { anyTargetScraped, hasScrapes } = support;
  if (anyTargetScraped === undefined || hasScrapes !== true || isObserved(index, support)) return false;
  const isNone = (at: number): boolean => Number.isNaN(anyTargetScraped[at] ?? Number.NaN);
  return isNone(index) || (index > 0 && isNone(index - 1));
}

/** Returns whether the window is in the past and the source has no data from it at all. */
function isOutsideRetention({ isPast, anyTargetScraped, hasScrapes }: AbsenceEvidence): boolean {
  return isPast === true && anyTargetScraped !== undefined && hasScrapes !== true;
}

function isObserved(index: number, support: AbsenceEvidence): boolean {
  return !Number.isNaN(support.up[index] ?? Number.NaN) || hasEngineSeries(index, support);
}

/**
 * Returns whether no request arrives and running + waiting = 0. An engine without those gauges is idle when nothing
 * arrives.
 */
function isWithoutTraffic(index: number, { requestsInFlight, activityPerSecond }: AbsenceEvidence): boolean {
  const active = requestsInFlight[index] ?? Number.NaN;
  const arriving = activityPerSecond[index] ?? Number.NaN;
  return !(active > 0) && !(arriving > 0);
}

/**
 * Returns whether the engine is running but has received no request since it started, so its request counters do not
 * exist yet. Gauges at zero show the same for the counters and histograms of an engine, but not for its other gauges.
 */
function isBeforeFirstRequest(
  index: number,
  { presentBeforeRequests, requestsInFlight, activityPerSecond }: AbsenceEvidence,
  isGauge: boolean,
): boolean {
  const isThere = !Number.isNaN(presentBeforeRequests?.[index] ?? Number.NaN);
  return (
    (isThere || (!isGauge && requestsInFlight[index] === 0)) &&
    Number.isNaN(activityPerSecond[index] ?? Number.NaN) &&
    !((requestsInFlight[index] ?? Number.NaN) > 0)
  );
}

/**
 * Returns whether the engine has any series at a point. A source that receives remote writes may have no
 * `up` series, so other series prove that the deployment exists.
 */
export function hasEngineSeries(
  pointIndex: number,
  { requestsInFlight, activityPerSecond }: AbsenceEvidence,
): boolean {
  return [requestsInFlight, activityPerSecond].some(
    (column) => !Number.isNaN(column[pointIndex] ?? Number.NaN),
  );
}

function hasNumber(column: Float64Array | null): boolean {
  return column?.some((value) => !Number.isNaN(value)) ?? false;
}
