/**
 * Polling intervals of a page: by the length of its window, shorter while data is missing, and off while the tab is
 * hidden.
 */

const second = 1_000;
const hour = 3_600_000;

/** Polling interval after an error or while data is missing, so that recovery is visible immediately. */
export const retryIntervalMs = 2 * second;
/** Polling interval while the server still computes a result. */
export const pendingIntervalMs = 300;

/** Shortest polling interval of a live window. */
export const shortestIntervalMs = 5 * second;

/** Returns the length of a window expression in ms. Undefined if the window does not end now. */
function liveLengthMs(from: string, to: string): number | undefined {
  const match = /^now-(\d+)([smhdw])$/.exec(from);
  const [, count, unit] = match ?? [];
  if (to !== "now" || count === undefined || unit === undefined) return undefined;
  const sizes = { s: second, m: 60 * second, h: hour, d: 24 * hour, w: 168 * hour };
  return Number(count) * sizes[unit as keyof typeof sizes];
}

/**
 * Returns the polling interval of a live window in milliseconds. False for a fixed window, which is not
 * polled.
 */
export function liveIntervalMs(from: string, to: string): number | false {
  const lengthMs = liveLengthMs(from, to);
  if (lengthMs === undefined) return false;
  if (lengthMs <= 6 * hour) return shortestIntervalMs;
  return lengthMs <= 24 * hour ? 15 * second : 60 * second;
}
