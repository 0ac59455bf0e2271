/**
 * Interval at which the simulation catches up with wall-clock time. Internal requests need no short interval.
 * External clients would receive each token late by up to one interval, so the pace is faster while they wait.
 */
export interface SimulationPace {
  /** Called when an external client starts to wait for a response. */
  readonly speedUp: () => void;
  /** Called once for each `speedUp`. The last call restores the idle pace. */
  readonly slowDown: () => void;
  readonly stop: () => void;
}

const idleMs = 40;
const fastMs = 3;

export function startSimulationPace(catchUp: () => void): SimulationPace {
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
