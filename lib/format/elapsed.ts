/** Formats the length of the window over which a rate was computed. */
import { thinSpace } from "./number";

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/**
 * Formats a duration in the two largest units that it contains, precise enough to recompute a rate: "2.5 s", "1 min 53
 * s", "2 h 5 min", "3 d 7 h".
 */
export function formatElapsed(ms: number): string {
  if (ms < 10 * second) return `${Number((Math.max(0, ms) / second).toFixed(1))}${thinSpace}s`;
  const seconds = roundToUnit(ms, second);
  if (seconds < hour) return joinUnits([seconds, minute, "min"], [second, "s"]);
  const minutes = roundToUnit(ms, minute);
  if (minutes < day) return joinUnits([minutes, hour, "h"], [minute, "min"]);
  return joinUnits([roundToUnit(ms, hour), day, "d"], [hour, "h"]);
}

function roundToUnit(ms: number, unitMs: number): number {
  return Math.round(ms / unitMs) * unitMs;
}

function joinUnits(
  [ms, largeMs, large]: readonly [number, number, string],
  [smallMs, small]: readonly [number, string],
): string {
  const [largeCount, smallCount] = [Math.floor(ms / largeMs), Math.floor((ms % largeMs) / smallMs)];
  const parts = [
    largeCount === 0 ? "" : `${largeCount}${thinSpace}${large}`,
    smallCount === 0 ? "" : `${smallCount}${thinSpace}${small}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}
