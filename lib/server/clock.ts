/** The only clock of the server. Tests shift it with RIDGEPOINT_TEST_CLOCK_OFFSET_MS. */
import { readEnvironment } from "./environment/env";
import { EnvironmentError } from "./environment/environment-error";
import { getProcessState } from "./process-state";

/** Returns the milliseconds since the epoch, with the offset of tests. */
export function nowMs(): number {
  return Date.now() + getProcessState("clock-offset", readOffsetMs);
}

/** Returns the offset. Scripts and tests may run without a complete environment and then use the machine's time. */
function readOffsetMs(): number {
  try {
    return readEnvironment().clockOffsetMs;
  } catch (error) {
    if (error instanceof EnvironmentError)
      return Number(process.env["RIDGEPOINT_TEST_CLOCK_OFFSET_MS"] ?? 0) || 0;
    throw error;
  }
}
