/**
 * Why a number is missing. No data, no traffic, zero, a target that is down: never the same thing.
 *
 *     up      1 1 1 0 0 · 1 1       · = no sample, though others were scraped
 *     value   3 4 · · · · · 5
 *     reason      n d d d ?         n no traffic or too few, d target down, ? not yet known
 *
 * A point at which the source scraped nobody says nothing of its targets, and one before the deployment was there will never be known.
 */
import type { AbsenceRange } from "@/lib/model/answer";
import type { AbsenceReason } from "@/lib/model/reading";
import type { SignalPlan } from "./plan";

/** What tells the reasons apart, on the same grid as the values. NaN = no sample. */
export interface AbsenceEvidence {
  /** 1 when any target of the deployment answered its scrape, 0 when none did. */
  readonly up: Float64Array;
  /** 1 when any of them answered a scrape since the point before. Read only where targets are down at the end. */
  readonly answered?: Float64Array;
  /** Running plus waiting requests. */
  readonly activity: Float64Array;
  /** Work taken in per second. */
  readonly arrivals: Float64Array;
  /** Any number where the engine shows what it has before its first request; see `Engine.whileUnasked`. */
  readonly beforeRequests?: Float64Array;
  /** That its selectors find no series at all, in a sentence; see `no-series.ts`. */
  readonly noSeries?: string;
  /** The deployment was seen before the first point. */
  readonly wasUpBefore?: boolean;
  /** The window is over: what is not known of it will not be. */
  readonly isPast?: boolean;
  /** Any number where the source scraped a target, whosever it is. Looked at only where the deployment was not seen throughout. */
  readonly scraped?: Float64Array;
  /** The source scraped something within the window that was asked about. */
  readonly hasScrapes?: boolean;
}

export interface MissingPoints {
  readonly values: Float64Array;
  /** What the values were divided by, null for plain levels and rates. */
  readonly basis: Float64Array | null;
  /** Known before anything is read: the engine does not have it. */
  readonly fixedReason?: AbsenceReason;
  /** A series of the engine's own, which may appear with its first request only. */
  readonly isOfEngine?: boolean;
}

/** Its names were never seen and it was not measured: it is missing whether or not its targets answer. */
export function wasNeverReported(
  { isNeverObserved }: Pick<SignalPlan, "isNeverObserved">,
  { values, basis }: Pick<MissingPoints, "values" | "basis">,
): boolean {
  return isNeverObserved === true && !hasNumber(values) && !hasNumber(basis);
}

/** Ranges of missing points, each with one reason; together they cover exactly the NaN points. */
export function absenceRanges(missing: MissingPoints, support: AbsenceEvidence): readonly AbsenceRange[] {
  const everMeasured = missing.values.some((value) => !Number.isNaN(value)) || hasNumber(missing.basis);
  const ranges: [number, number, AbsenceReason][] = [];
  const lastMeasured = missing.values.findLastIndex((value) => !Number.isNaN(value));
  let wasUpBefore = support.wasUpBefore ?? false;
  let wasMeasuredSinceUp = false;
  const lastObservedIndex = support.up.findLastIndex((_value, index) => isObserved(index, support));
  for (let index = 0; index < missing.values.length; index += 1) {
    const up = support.up[index] ?? Number.NaN;
    const isMissing = Number.isNaN(missing.values[index] ?? Number.NaN);
    wasMeasuredSinceUp = up > 0 && (wasMeasuredSinceUp || !isMissing);
    if (isMissing) {
      // Its targets went on answering without it, to the end of what is seen: it is gone, not late.
      const hasDisappeared = wasMeasuredSinceUp && index > lastMeasured;
      const isKnown = everMeasured && !hasDisappeared;
      const reason =
        missing.fixedReason ?? reasonAt(index, { missing, support, isKnown, wasUpBefore, lastObservedIndex });
      const last = ranges.at(-1);
      if (last?.[1] === index - 1 && last[2] === reason) last[1] = index;
      else ranges.push([index, index, reason]);
    }
    wasUpBefore ||= up > 0;
  }
  return ranges;
}

interface Circumstances {
  readonly missing: MissingPoints;
  readonly support: AbsenceEvidence;
  /** Measured somewhere in the window, and not gone since. */
  readonly isKnown: boolean;
  readonly wasUpBefore: boolean;
  /** Of the points, the last one at which the deployment was seen. */
  readonly lastObservedIndex: number;
}

function reasonAt(index: number, circumstances: Circumstances): AbsenceReason {
  const { missing, support, isKnown, wasUpBefore, lastObservedIndex } = circumstances;
  if (support.noSeries !== undefined) return "no-series";
  if (isUnscraped(index, support)) return "not-scraped";
  if (isDown(index, support, wasUpBefore)) return "target-down";
  if (!isObserved(index, support))
    return support.isPast === true || index < lastObservedIndex ? "no-data" : "not-yet-known";
  if (missing.isOfEngine === true && isBeforeFirstRequest(index, support)) return "no-traffic";
  const basis = missing.basis?.[index] ?? Number.NaN;
  if (basis === 0) return isIdle(index, support) ? "no-traffic" : "too-few-samples";
  if (!Number.isNaN(basis)) return "too-few-samples";
  return isKnown ? "not-yet-known" : "metric-absent";
}

/** Its targets answer nothing, or neither they nor its series are there any more, though the source went on scraping others. */
export function isDown(index: number, support: AbsenceEvidence, wasUpBefore: boolean): boolean {
  if (support.up[index] === 0) return true;
  return (
    wasUpBefore && !isObserved(index, support) && !isUnscraped(index, support) && !isOutsideRetention(support)
  );
}

/** Nobody scraped then: the source was away. Just after it came back nothing is known of those it has not come to yet. */
function isUnscraped(index: number, support: AbsenceEvidence): boolean {
  const { scraped, hasScrapes } = support;
  if (scraped === undefined || hasScrapes !== true || isObserved(index, support)) return false;
  const isNone = (at: number): boolean => Number.isNaN(scraped[at] ?? Number.NaN);
  return isNone(index) || (index > 0 && isNone(index - 1));
}

/** A window that is over and of which the source has nothing at all, whatever was down then. */
function isOutsideRetention({ isPast, scraped, hasScrapes }: AbsenceEvidence): boolean {
  return isPast === true && scraped !== undefined && hasScrapes !== true;
}

function isObserved(index: number, support: AbsenceEvidence): boolean {
  return !Number.isNaN(support.up[index] ?? Number.NaN) || hasSeries(index, support);
}

/** No arrivals, and running + waiting = 0. An engine without those gauges is idle when nothing arrives. */
function isIdle(index: number, { activity, arrivals }: AbsenceEvidence): boolean {
  const active = activity[index] ?? Number.NaN;
  const arriving = arrivals[index] ?? Number.NaN;
  return !(active > 0) && !(arriving > 0);
}

/** Nobody has asked the engine since it started: it is there, and what counts its work is not. */
function isBeforeFirstRequest(
  index: number,
  { beforeRequests, activity, arrivals }: AbsenceEvidence,
): boolean {
  const isThere = !Number.isNaN(beforeRequests?.[index] ?? Number.NaN);
  return isThere && Number.isNaN(arrivals[index] ?? Number.NaN) && !((activity[index] ?? Number.NaN) > 0);
}

/** A source that others write to may have no `up`; what it has of the deployment tells then that it is there. */
export function hasSeries(index: number, { activity, arrivals }: AbsenceEvidence): boolean {
  return [activity, arrivals].some((column) => !Number.isNaN(column[index] ?? Number.NaN));
}

function hasNumber(column: Float64Array | null): boolean {
  return column?.some((value) => !Number.isNaN(value)) ?? false;
}
