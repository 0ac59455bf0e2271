/** The server's clock as a suite sets it, so that what it finds does not depend on the hour it runs in. */
import { forgetProcessMemory, processMemory } from "@/lib/server/memory";

/** It is `atMs` now, and time goes on from there. */
export function setServerClock(atMs: number): void {
  leaveServerClock();
  processMemory("clock-offset", () => atMs - Date.now());
}

/** The machine's time again. */
export function leaveServerClock(): void {
  forgetProcessMemory("clock-offset");
}
