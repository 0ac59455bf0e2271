/**
 * Time windows: the expression a user enters ("now-6h" to "now", or two instants) and its absolute form. The server's
 * clock resolves expressions, so that viewers with different clocks share one window and one cache entry.
 */

/**
 * Time as a person wrote it: `now`; `now-<n><unit>` with the unit s, m, h, d or w; or epoch milliseconds as
 * digits.
 */
export type TimeExpression = string;

/** Start and end of a window as a person wrote them, such as now-1h. */
export interface WindowExpression {
  readonly from: TimeExpression;
  readonly to: TimeExpression;
}

/**
 * Time range in epoch milliseconds. The end is exclusive for spans and events; series use the grid of
 * `lib/semantic/grid`.
 */
export interface TimeWindow {
  readonly startMs: number;
  readonly endMs: number;
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const relative = /^now(?:-(\d{1,6})([smhdw]))?$/;
const absolute = /^\d{12,14}$/;

/** Longest window that can be queried: 92 days. */
export const maxWindowMs = 92 * unitMs.d;
/** Shortest window that can be queried: one minute. */
export const minWindowMs = 60_000;

/** Returns whether a time expression is relative to now, such as now-1h. */
export const isRelative = (expression: TimeExpression): boolean => relative.test(expression);

/**
 * Converts a time expression to epoch milliseconds, relative to `nowMs`; undefined for an invalid
 * expression.
 */
export function resolveTime(expression: TimeExpression, nowMs: number): number | undefined {
  if (absolute.test(expression)) return Number(expression);
  const match = relative.exec(expression);
  if (!match) return undefined;
  const [, count, unit] = match;
  if (count === undefined || unit === undefined) return nowMs;
  return nowMs - Number(count) * unitMs[unit as keyof typeof unitMs];
}

/**
 * Returns the absolute window of an expression, in epoch milliseconds, relative to `nowMs`. Undefined if the window is
 * invalid, reversed, too short or too long.
 */
export function resolveWindow(expression: WindowExpression, nowMs: number): TimeWindow | undefined {
  const startMs = resolveTime(expression.from, nowMs);
  const endMs = resolveTime(expression.to, nowMs);
  if (startMs === undefined || endMs === undefined) return undefined;
  const lengthMs = endMs - startMs;
  if (lengthMs < minWindowMs || lengthMs > maxWindowMs) return undefined;
  return { startMs, endMs };
}

/**
 * Returns what is wrong with a window, as a sentence without a full stop; undefined for a valid one. The
 * viewer's clock may be ahead of `nowMs` by `clockToleranceMs`.
 */
export function windowError(
  expression: WindowExpression,
  nowMs: number,
  clockToleranceMs = 0,
): string | undefined {
  const startMs = resolveTime(expression.from, nowMs);
  const endMs = resolveTime(expression.to, nowMs);
  if (startMs === undefined || endMs === undefined) return "The window is not a valid time expression";
  if (endMs === startMs) return "The window is empty: its start equals its end";
  if (endMs < startMs) return "The window is reversed: it ends before it starts";
  if (startMs >= nowMs + clockToleranceMs) return "The window is in the future";
  if (endMs - startMs < minWindowMs) return "The window is shorter than a minute";
  if (endMs - startMs > maxWindowMs)
    return `The window is longer than the maximum of ${maxWindowMs / unitMs.d} days`;
  return undefined;
}

/** Returns whether the window ends now, so that each refresh must query its newest values again. */
export function isLive(expression: WindowExpression): boolean {
  return expression.to === "now";
}
