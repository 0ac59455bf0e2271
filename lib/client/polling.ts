/** How often a page asks again: by the length of its window, faster while something is missing, not at all while hidden. */

const second = 1_000;
const hour = 3_600_000;

/** While a panel or source is in error or still being read, it is asked again this soon, so that recovery shows at once. */
export const retryIntervalMs = 2 * second;
export const pendingIntervalMs = 300;

/** Length of a window expression in ms; undefined when it does not end now. */
export function liveLengthMs(from: string, to: string): number | undefined {
  const match = /^now-(\d+)([smhdw])$/.exec(from);
  const [, count, unit] = match ?? [];
  if (to !== "now" || count === undefined || unit === undefined) return undefined;
  const sizes = { s: second, m: 60 * second, h: hour, d: 24 * hour, w: 168 * hour };
  return Number(count) * sizes[unit as keyof typeof sizes];
}

/** Interval of a live window, false for one that does not move. */
export function liveIntervalMs(from: string, to: string): number | false {
  const lengthMs = liveLengthMs(from, to);
  if (lengthMs === undefined) return false;
  if (lengthMs <= 6 * hour) return 5 * second;
  return lengthMs <= 24 * hour ? 15 * second : 60 * second;
}
