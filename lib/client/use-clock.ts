"use client";

/** Current time of the client, for validating links. It is read during rendering and does not cause rendering. */
import { useSyncExternalStore } from "react";

const second = 1_000;
const neverNotifies = () => () => undefined;
const readClock = (): number => Math.floor(Date.now() / second) * second;

/**
 * Returns the browser's time at this render in epoch milliseconds, rounded to seconds. The hook never causes
 * a render.
 */
export function useClock(): number {
  return useSyncExternalStore(neverNotifies, readClock, readClock);
}
