/** Axis ticks: round numbers on a linear axis, bucket-like boundaries on a logarithmic axis, and clock times. */
import { formatClock, formatDay } from "@/lib/format/time";

const day = 86_400;
const mantissas = [1, 2.5, 5];

/** Returns ticks of a logarithmic axis in [min, max], at boundaries that histograms usually have. */
export function logarithmicTicks(min: number, max: number): readonly number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power += 1) {
    for (const mantissa of mantissas) {
      const tick = Number((mantissa * 10 ** power).toPrecision(3));
      if (tick >= min && tick <= max) ticks.push(tick);
    }
  }
  if (ticks.length <= 7) return ticks;
  return ticks.filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e6) / 1e6));
}

const steps = [1, 2, 5, 10];

/** Returns ticks of a linear axis that need not start at 0: round numbers that enclose all values. */
export function roundTicks(min: number, max: number): readonly number[] {
  const span = max > min ? max - min : Math.abs(min) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const step = power * (steps.find((one) => one * power * 5 >= span) ?? 10);
  const [first, last] = [Math.floor(min / step), Math.ceil(max / step)];
  const count = Math.max(1, last - first);
  return Array.from({ length: count + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Formats a tick without trailing zeros, with k for thousands from ten thousand on. */
export function tickText(value: number): string {
  if (Math.abs(value) >= 10_000) return `${Number((value / 1000).toPrecision(4))}k`;
  return String(Number(value.toPrecision(4)));
}

/** Formats a time as "14:00" for spans of up to two days, else as "19 Nov". */
export function timeTickText(timeSec: number, axisLengthSec: number, timeZone: string): string {
  if (axisLengthSec <= 2 * day) return formatClock(timeSec * 1000, timeZone, axisLengthSec <= 600);
  return formatDay(timeSec * 1000, timeZone);
}
