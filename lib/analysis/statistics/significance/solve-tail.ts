/** Inverse of a tail probability by bisection. */
import { assert } from "@/lib/base/assert";

const bisectionSteps = 200;

/**
 * Returns the x ≥ 0 with tail(x) = alpha, to about 1e-13 relative. `tail` falls from 1 at 0 towards 0, and alpha is
 * between 0 and 1.
 */
export function findTailCriticalValue(tail: (x: number) => number, alpha: number): number {
  assert(alpha > 0 && alpha < 1, "alpha must be between 0 and 1");
  let low = 0;
  let high = 1;
  while (tail(high) > alpha) high *= 2;
  for (let step = 0; step < bisectionSteps && high - low > 1e-13 * high; step += 1) {
    const middle = (low + high) / 2;
    if (tail(middle) > alpha) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
