/** Ticks: round numbers on a linear axis, bucket-like edges on a logarithmic one, clock times below. */
import { formatClock, formatDay } from "@/lib/format/time";

const day = 86_400;
const mantissas = [1, 2.5, 5];

/** Ticks of a logarithmic axis in [least, most], on the edges histograms usually have. */
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

/** Ticks of a linear axis that need not begin at 0: round numbers, the first and the last around all that is shown. */
export function roundTicks(min: number, max: number): readonly number[] {
  const span = max > min ? max - min : Math.abs(min) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const step = power * (steps.find((one) => one * power * 5 >= span) ?? 10);
  const [first, last] = [Math.floor(min / step), Math.ceil(max / step)];
  const count = Math.max(1, last - first);
  return Array.from({ length: count + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Tick text: no trailing zeros, thousands as k from ten thousand on. */
export function tickText(value: number): string {
  if (Math.abs(value) >= 10_000) return `${Number((value / 1000).toPrecision(4))}k`;
  return String(Number(value.toPrecision(4)));
}

/** "14:00" within two days, "19 Nov" beyond. */
export function timeTickText(seconds: number, spanSeconds: number, timeZone: string): string {
  if (spanSeconds <= 2 * day) return formatClock(seconds * 1000, timeZone, spanSeconds <= 600);
  return formatDay(seconds * 1000, timeZone);
}
