/** What time it is for the viewer, for judging a link: read while drawing, and not a reason to draw again. */
import { useSyncExternalStore } from "react";

const second = 1_000;
const neverNotifies = () => () => undefined;
const readClock = (): number => Math.floor(Date.now() / second) * second;

/** The viewer's time at this render, in whole seconds of ms since the epoch. Its passing draws nothing anew. */
export function useClock(): number {
  return useSyncExternalStore(neverNotifies, readClock, readClock);
}
