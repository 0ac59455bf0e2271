/**
 * Usual range of a signal at an hour, from hourly values of the past weeks with the same day type (working day or
 * weekend) and the same hour ±1. Hours wrap around midnight.
 *
 * Working days give 15 such values a week and weekends 6, so "learning" lasts two and four weeks. Limits:
 * `robust-limits.ts`, nominal false-alarm rate 0.27 %. Simulated at 24 weekend hours: 0.2 % normal, 0.35 %
 * log-normal; hours that share half of their variance with their day 0.27 %, four fifths 0.65 %. Values less than 12
 * h before the requested hour are excluded, so that an incident does not widen the range it is compared with.
 */
import type { TimeWindow } from "@/lib/model/time-window";
import { robustLimits } from "./robust-limits";

/** Minimum number of past values from which a usual range is computed. */
export const minUsualRangeValues = 24;

const hourMs = 3_600_000;
/**
 * Minimum age of a value. It excludes the neighbouring hours of the same day. The hours of the day before are at least
 * 23 h old.
 */
const minAgeMs = 12 * hourMs;
const loadTolerance = 0.2;

/** Value of a signal in one past hour. */
export interface HourlyValue {
  readonly startMs: number;
  /** Value in the signal's unit; not finite if the hour has no value. */
  readonly value: number;
  /** Load on which the value depends, such as requests per second. All loads must have one unit. */
  readonly load?: number;
}

/** Hour for which a usual range is requested. */
export interface RequestedHour {
  readonly startMs: number;
  /** If given, only hours with a load within ±20 % of it are used. */
  readonly load?: number;
}

/** Past values and the hours for which usual ranges are computed. */
export interface UsualRangeRequest {
  readonly history: readonly HourlyValue[];
  readonly requestedHours: readonly RequestedHour[];
  /** Returns the hour of the week in the organisation's time zone: 0 = Monday 00–01, 167 = Sunday 23–24. */
  readonly hourOfWeek: (startMs: number) => number;
  /** Time windows of maintenance, incidents, load tests and deploys. Hours that overlap a window are excluded. */
  readonly exclusions: readonly TimeWindow[];
  /** Maximum age of values; 8 weeks by default. */
  readonly lookbackMs?: number;
}

interface Band {
  readonly lower: number;
  readonly centre: number;
  readonly upper: number;
}

/**
 * Usual range of a value, or why there is none yet. Only the kind "usual" produces findings, except for
 * shares (`unusual-share.ts`). `n` is the number of past values.
 */
export type UsualRange =
  | ({ readonly kind: "usual"; readonly n: number; readonly scale: "linear" | "logarithmic" } & Band)
  /** More than half of the values are equal: the band is minimum to maximum. */
  | ({ readonly kind: "no-spread"; readonly n: number } & Band)
  /** Fewer than 24 values; the band is null below four. */
  | {
      readonly kind: "learning";
      readonly n: number;
      readonly required: typeof minUsualRangeValues;
      readonly band: Band | null;
      /** Number of values of the same hours that are not used because their load differs; absent if 0. */
      readonly otherLoadCount?: number;
    };

/** Usual ranges of the requested hours. */
export interface UsualRanges {
  /** One range for each requested hour, in the same order. */
  readonly ranges: readonly UsualRange[];
  /** Number of hours with a value that were ignored because they overlap an exclusion. */
  readonly excludedHours: number;
  /** Number of hours without a value. */
  readonly missingHours: number;
}

interface Slot {
  readonly isWeekend: boolean;
  readonly hour: number;
}

/**
 * Computes the usual range of each requested hour from the same hours of past weeks, in the unit of the
 * signal.
 */
export function usualRanges(request: UsualRangeRequest): UsualRanges {
  const { history, requestedHours, exclusions, hourOfWeek } = request;
  const present = history.filter((hour) => Number.isFinite(hour.value));
  const included = present.filter((hour) => !touchesAny(hour.startMs, exclusions));
  const bySlot = groupBySlot(included, hourOfWeek);
  const lookbackMs = request.lookbackMs ?? 8 * 7 * 24 * hourMs;
  return {
    ranges: requestedHours.map((hour) => {
      const slot = slotOf(hourOfWeek(hour.startMs));
      const near = listNeighbourSlots(slot).flatMap((one) => bySlot.get(slotKey(one)) ?? []);
      const known = near.filter((past) => isInLookback(past, hour, lookbackMs));
      const pooled = known.filter((past) => hasSimilarLoad(past, hour));
      const range = rangeOf(pooled.map((past) => past.value));
      const otherLoadCount = known.length - pooled.length;
      return range.kind === "learning" && otherLoadCount > 0 ? { ...range, otherLoadCount } : range;
    }),
    excludedHours: present.length - included.length,
    missingHours: history.length - present.length,
  };
}

function rangeOf(values: readonly number[]): UsualRange {
  const n = values.length;
  const limits = robustLimits(values);
  if (limits.kind === "too-few") return { kind: "learning", n, required: minUsualRangeValues, band: null };
  const { lower, centre, upper } = limits;
  if (n < minUsualRangeValues)
    return { kind: "learning", n, required: minUsualRangeValues, band: { lower, centre, upper } };
  if (limits.kind === "no-spread") return { kind: "no-spread", n, lower, centre, upper };
  return { kind: "usual", n, scale: limits.scale, lower, centre, upper };
}

function isInLookback(past: HourlyValue, requested: RequestedHour, lookbackMs: number): boolean {
  const ageMs = requested.startMs - past.startMs;
  return ageMs >= minAgeMs && ageMs <= lookbackMs;
}

function hasSimilarLoad(past: HourlyValue, requested: RequestedHour): boolean {
  if (requested.load === undefined) return true;
  if (past.load === undefined) return false;
  return Math.abs(past.load - requested.load) <= loadTolerance * Math.abs(requested.load);
}

function touchesAny(startMs: number, windows: readonly TimeWindow[]): boolean {
  return windows.some((window) => startMs < window.endMs && startMs + hourMs > window.startMs);
}

function groupBySlot(
  hours: readonly HourlyValue[],
  hourOfWeek: (startMs: number) => number,
): ReadonlyMap<number, readonly HourlyValue[]> {
  const bySlot = new Map<number, HourlyValue[]>();
  for (const hour of hours) {
    const key = slotKey(slotOf(hourOfWeek(hour.startMs)));
    const slot = bySlot.get(key);
    if (slot === undefined) bySlot.set(key, [hour]);
    else slot.push(hour);
  }
  return bySlot;
}

function slotOf(hourOfWeek: number): Slot {
  return { isWeekend: hourOfWeek >= 120, hour: hourOfWeek % 24 };
}

function slotKey({ isWeekend, hour }: Slot): number {
  return (isWeekend ? 24 : 0) + hour;
}

function listNeighbourSlots({ isWeekend, hour }: Slot): readonly Slot[] {
  return [23, 0, 1].map((shift) => ({ isWeekend, hour: (hour + shift) % 24 }));
}
