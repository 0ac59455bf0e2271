/**
 * How often the simulation is brought to the present. Nobody sees the difference while only its own requests run; one that
 * waits outside would see each token as late as the next look at the clock, and so pays for looking often.
 */
export interface Pace {
  /** Somebody outside waits for an answer. */
  readonly speedUp: () => void;
  /** As often as `hasten`: the last one lets the pace fall back. */
  readonly slowDown: () => void;
  readonly stop: () => void;
}

const idleMs = 40;
const fastMs = 3;

export function startPace(catchUp: () => void): Pace {
  let waiting = 0;
  let isStopped = false;
  let timer = setInterval(catchUp, idleMs);
  const change = (by: number): void => {
    const wasIdle = waiting === 0;
    waiting += by;
    if (isStopped || wasIdle === (waiting === 0)) return;
    clearInterval(timer);
    timer = setInterval(catchUp, waiting === 0 ? idleMs : fastMs);
  };
  return {
    speedUp: () => change(1),
    slowDown: () => change(-1),
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
