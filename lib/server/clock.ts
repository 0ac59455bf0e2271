/** The only clock of the server. Tests that need another time set RIDGEPOINT_TEST_CLOCK_OFFSET_MS. */
import { readEnvironment } from "./env";
import { EnvironmentError } from "./environment-error";
import { processMemory } from "./memory";

/** Milliseconds since the epoch, as every service of this server sees it. */
export function nowMs(): number {
  return Date.now() + processMemory("clock-offset", readOffsetMs);
}

/** Scripts and tests may run without a full environment; the clock then tells the machine's time. */
function readOffsetMs(): number {
  try {
    return readEnvironment().clockOffsetMs;
  } catch (error) {
    if (error instanceof EnvironmentError)
      return Number(process.env["RIDGEPOINT_TEST_CLOCK_OFFSET_MS"] ?? 0) || 0;
    throw error;
  }
}
