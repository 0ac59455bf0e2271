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
  /** 1 when any target of the deployment responded to its scrape, 0 when none did. */
  readonly up: Float64Array;
  /**
   * 1 when any target responded to a scrape since the previous point. Queried only when targets are down at the end.
   */
  readonly targetResponded?: Float64Array;
  /** Running plus waiting requests. */
  readonly requestsInFlight: Float64Array;
  /** Arriving work per second; NaN while the engine exposes none of the series that appear with a request. */
  readonly activityPerSecond: Float64Array;
  /**
   * Any number when the engine exposes its metrics from before the first request; see
   * `Engine.metricPresentBeforeRequests`.
   */
  readonly presentBeforeRequests?: Float64Array;
  /** A sentence when the selectors match no series; see `no-series.ts`. */
  readonly noSeriesSentence?: string;
  /** The deployment was observed before the first point. */
  readonly wasUpBefore?: boolean;
  /** The window is in the past: unknown values stay unknown. */
  readonly isPast?: boolean;
  /** Any number when the source scraped any target. Queried only when the deployment was not observed throughout. */
  readonly anyTargetScraped?: Float64Array;
  /** The source scraped something within the requested window. */
  readonly hasScrapes?: boolean;
  /** First point that is later than the last successful read, while the source fails. */
  readonly unreadFromIndex?: number;
  /** The targets of one value of the split label, if the values belong to one. */
  readonly splitValue?: SplitValueTargets;
  /** The query for `anyTargetScraped` failed, so a point without samples gives no information about the targets. */
  readonly isUnexplained?: true;
}

/**
 * Scrape targets with one value of the label by which a signal is split. The other evidence describes the
 * complete deployment.
 */
export interface SplitValueTargets {
  readonly label: string;
  readonly value: string;
  /** 1 when any of them responded to its scrape, 0 when none did, NaN when the source had no such target. */
  readonly up: Float64Array;
}

/** Values of a signal over time, whose missing points need a reason. */
export interface PointsToExplain {
  readonly values: Float64Array;
  /** Denominator of the values; null for plain levels and rates. */
  readonly denominators: Float64Array | null;
  /** Reason that is known before any query: the engine does not have the metric. */
  readonly fixedReason?: AbsenceReason;
  /** Reason of a point whose targets respond without the metric; default: the metric is absent. */
  readonly reasonWithoutMetric?: AbsenceReason;
  /** Points whose value was refused because other series contradict it. */
  readonly isInconsistent?: readonly boolean[];
  /** A series of the engine itself, which may appear only with its first request. */
  readonly isEngineSeries?: boolean;
  /** A gauge, which the engine exposes from its start and not from its first request. */
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
      // The targets kept responding without this metric to the end of the window: it has disappeared and is not late.
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
  /** The metric has a value somewhere in the window and has not disappeared since. */
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
  if (basis === 0) return isIdle(index, support) ? "no-traffic" : "too-few-samples";
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

/** Returns whether the deployment responded while the source had no target of the part. */
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
 * The source scraped nothing at this point. Right after it restarts, targets that it has not scraped yet are unknown.
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
function isIdle(index: number, { requestsInFlight, activityPerSecond }: AbsenceEvidence): boolean {
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
