/**
 * The usual range of a signal at an hour: what hourly values of the same day type (working day or weekend) and of the hour
 * ±1 were over the past weeks, hours of the day counted in a circle.
 *
 * Working days bring 15 such values a week, weekends 6, so "learning" lasts two and four weeks. Limits: `robust-limits.ts`,
 * nominal false-alarm rate 0.27 %. Simulated at 24 weekend hours: 0.2 % normal, 0.35 % log-normal; hours that share half of
 * their variance with their day 0.27 %, four fifths 0.65 %.
 * What is less than 12 h older than the asked hour is left out: an incident must not widen the range it is judged by.
 */
import type { TimeWindow } from "@/lib/model/time-window";
import { robustLimits } from "./robust-limits";

export const minUsualRangeValues = 24;

const hourMs = 3_600_000;
/** Hour ±1 of the same day is at most this near, of the day before at least 23 h away. */
const minAgeMs = 12 * hourMs;
const loadTolerance = 0.2;

export interface HourlyValue {
  readonly startMs: number;
  /** In the signal's unit; not finite = no value in that hour. */
  readonly value: number;
  /** What the value depends on, such as requests per second, in any one unit. */
  readonly load?: number;
}

export interface RequestedHour {
  readonly startMs: number;
  /** When given, only hours whose load lies within ±20 % of it count. */
  readonly load?: number;
}

export interface UsualRangeRequest {
  readonly history: readonly HourlyValue[];
  readonly requestedHours: readonly RequestedHour[];
  /** Hour of the week in the organisation's zone: 0 = Monday 00–01, 167 = Sunday 23–24. */
  readonly hourOfWeek: (startMs: number) => number;
  /** Maintenance, incidents, load tests, deploys: hours that touch one are left out. */
  readonly exclusions: readonly TimeWindow[];
  /** How far back values count, 8 weeks unless told. */
  readonly lookbackMs?: number;
}

interface Band {
  readonly lower: number;
  readonly centre: number;
  readonly upper: number;
}

/** Findings may be drawn from "usual" alone. n counts the pooled values. */
export type UsualRange =
  | ({ readonly kind: "usual"; readonly n: number; readonly scale: "linear" | "logarithmic" } & Band)
  /** More than half of the values are equal: the band is smallest to largest seen, no findings. */
  | ({ readonly kind: "no-spread"; readonly n: number } & Band)
  /** Fewer than 24 values; the band is absent below four. */
  | {
      readonly kind: "learning";
      readonly n: number;
      readonly required: typeof minUsualRangeValues;
      readonly band: Band | null;
    };

export interface UsualRanges {
  /** One for each asked hour, in its order. */
  readonly ranges: readonly UsualRange[];
  /** Hours of history that touch an exclusion, and hours without a number. */
  readonly excluded: number;
  readonly missing: number;
}

interface Slot {
  readonly isWeekend: boolean;
  readonly hour: number;
}

export function usualRanges(request: UsualRangeRequest): UsualRanges {
  const { history, requestedHours, exclusions, hourOfWeek } = request;
  const present = history.filter((hour) => Number.isFinite(hour.value));
  const included = present.filter((hour) => !touchesAny(hour.startMs, exclusions));
  const bySlot = groupBySlot(included, hourOfWeek);
  const lookbackMs = request.lookbackMs ?? 8 * 7 * 24 * hourMs;
  return {
    ranges: requestedHours.map((hour) => {
      const slot = slotOf(hourOfWeek(hour.startMs));
      const near = neighbours(slot).flatMap((one) => bySlot.get(slotKey(one)) ?? []);
      const pooled = near.filter((past) => isComparable(past, hour, lookbackMs));
      return rangeOf(pooled.map((past) => past.value));
    }),
    excluded: present.length - included.length,
    missing: history.length - present.length,
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

function isComparable(past: HourlyValue, requested: RequestedHour, lookbackMs: number): boolean {
  const ageMs = requested.startMs - past.startMs;
  if (ageMs < minAgeMs || ageMs > lookbackMs) return false;
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

function neighbours({ isWeekend, hour }: Slot): readonly Slot[] {
  return [23, 0, 1].map((shift) => ({ isWeekend, hour: (hour + shift) % 24 }));
}
