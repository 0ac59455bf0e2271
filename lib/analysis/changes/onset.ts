/**
 * When the present state of a deployment began: the start of the run of points at which the state held, up to the
 * newest point. A state that returns within minutes is the same state, so a short interruption does not end the run:
 *
 *     held:  · · x · · · X x x · x x x x        X = onset
 *
 * An earlier part is added if the interruption is short and if the state held at half or more of the added points.
 * A single point some minutes before the onset is therefore not the onset.
 */

/** Whether a state, such as a deployment status, applied at each point, oldest first; null where unknown. */
export type PointStates = readonly (boolean | null)[];

/**
 * Time at which the present state began: the start of the run of points at which it applied. Short interruptions do not
 * end the run.
 */
export type Onset =
  | {
      readonly kind: "began";
      /** Index of the first point of the run. */
      readonly index: number;
      /** Index of the newest point before the run at which the state is known not to have applied. */
      readonly lastOtherIndex: number;
    }
  /** The state already held at `index`, the first known point. It may have begun before that point. */
  | { readonly kind: "before"; readonly index: number }
  /** The state does not hold at the newest points. */
  | { readonly kind: "unknown" };

/**
 * Finds when the state that applies at the newest points began. `stateByPoint` has one entry per point,
 * oldest first. Interruptions of at most `maxInterruption` points do not end the run.
 */
export function findOnset(stateByPoint: PointStates, maxInterruption: number): Onset {
  const newest = stateByPoint.lastIndexOf(true);
  if (newest === -1 || stateByPoint.length - 1 - newest > maxInterruption) return { kind: "unknown" };
  const index = findRunStart(stateByPoint, newest, maxInterruption);
  const lastOtherIndex = index === 0 ? -1 : stateByPoint.lastIndexOf(false, index - 1);
  return lastOtherIndex === -1 ? { kind: "before", index } : { kind: "began", index, lastOtherIndex };
}

/** Returns the first point of the run that contains `newest`. */
function findRunStart(held: PointStates, newest: number, maxInterruption: number): number {
  let start = newest;
  let earliest = newest;
  let heldCount = 0;
  for (let index = newest - 1; index >= 0 && earliest - index <= maxInterruption + 1; index -= 1) {
    if (held[index] !== true) continue;
    earliest = index;
    heldCount += 1;
    if (2 * heldCount < start - index) continue;
    start = index;
    heldCount = 0;
  }
  return start;
}
