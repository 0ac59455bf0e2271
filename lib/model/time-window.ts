/**
 * Time windows: what a person asks for ("now-6h" to "now", or two instants) and what the server makes of it.
 * The server's clock resolves expressions, so viewers with skewed clocks share one window and one cache entry.
 */

/** `now`, `now-<n><unit>` with unit s, m, h, d, w, or epoch milliseconds as digits. */
export type TimeExpression = string;

export interface WindowExpression {
  readonly from: TimeExpression;
  readonly to: TimeExpression;
}

/** Resolved, absolute, half-open for spans and events; series use the grid of `lib/semantic/grid`. */
export interface TimeWindow {
  readonly startMs: number;
  readonly endMs: number;
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const relative = /^now(?:-(\d{1,6})([smhdw]))?$/;
const absolute = /^\d{12,14}$/;

/** Widest window a question may ask for: the demo's retention with room, and a cap for every reader. */
export const maxWindowMs = 92 * unitMs.d;
export const minWindowMs = 60_000;

/** Milliseconds since the epoch that `expression` means at `nowMs`, or undefined when it is not an expression. */
export function resolveTime(expression: TimeExpression, nowMs: number): number | undefined {
  if (absolute.test(expression)) return Number(expression);
  const match = relative.exec(expression);
  if (!match) return undefined;
  const [, count, unit] = match;
  if (count === undefined || unit === undefined) return nowMs;
  return nowMs - Number(count) * unitMs[unit as keyof typeof unitMs];
}

/** Absolute window of an expression at `nowMs`; undefined when it is malformed, reversed, too short or too long. */
export function resolveWindow(expression: WindowExpression, nowMs: number): TimeWindow | undefined {
  const startMs = resolveTime(expression.from, nowMs);
  const endMs = resolveTime(expression.to, nowMs);
  if (startMs === undefined || endMs === undefined) return undefined;
  const lengthMs = endMs - startMs;
  if (lengthMs < minWindowMs || lengthMs > maxWindowMs) return undefined;
  return { startMs, endMs };
}

/**
 * What is wrong with an expression as a question about the past, in words without a full stop; undefined when nothing is.
 * `nowMs` may be `behindMs` behind the clock that counts.
 */
export function windowError(expression: WindowExpression, nowMs: number, behindMs = 0): string | undefined {
  const startMs = resolveTime(expression.from, nowMs);
  const endMs = resolveTime(expression.to, nowMs);
  if (startMs === undefined || endMs === undefined) return "The window is not written as a window is";
  if (endMs === startMs) return "The window is empty: it ends as it begins";
  if (endMs < startMs) return "The window is reversed: it ends before it begins";
  if (startMs >= nowMs + behindMs) return "The window lies in the future";
  if (endMs - startMs < minWindowMs) return "The window is shorter than a minute";
  if (endMs - startMs > maxWindowMs)
    return `The window is longer than the ${maxWindowMs / unitMs.d} days that can be asked for`;
  return undefined;
}

/** True when the window moves with the clock, so that its tail is read again on refresh. */
export function isLive(expression: WindowExpression): boolean {
  return expression.to === "now";
}
