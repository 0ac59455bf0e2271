"use client";

/** Current time of the client, for validating links. It does not cause rendering. */
import { useSyncExternalStore } from "react";

const refreshMs = 1_000;

let clockMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Starts the timer that updates the time once a second. A render does not read the time itself: React renders again if a
 * store value changed between render and commit, so a page with slow renders would never stop rendering.
 */
function startClock(): () => void {
  timer ??= setInterval(() => (clockMs = Date.now()), refreshMs);
  return () => undefined;
}

const readClock = (): number => clockMs;
const readServerClock = (): number => (typeof window === "undefined" ? Date.now() : clockMs);

/**
 * Returns the browser's time in epoch milliseconds. It is at most a second old, or a minute in a hidden tab. The hook
 * never causes a render.
 */
export function useClock(): number {
  return useSyncExternalStore(startClock, readClock, readServerClock);
}
