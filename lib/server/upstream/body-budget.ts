/** Limits the total bytes of responses in memory across all sources. When exceeded, large responses are refused. */
import { getProcessState } from "@/lib/server/process-state";
import { getMemoryLimitBytes } from "@/lib/server/memory-limits";
import { AppError } from "@/lib/model/app-error";

interface Held {
  bytes: number;
}

/** Memory for the body of one response, counted against the limit of the response and of the process. */
export interface BodyReservation {
  /** Throws too-large when this response or the total exceeds its limit. */
  readonly reserve: (bytes: number) => void;
  readonly release: () => void;
}

/**
 * Returns the allowance of one response of at most `maxBytes`. `release` must be called when the body is no longer
 * used.
 */
export function createBodyReservation(maxBytes: number): BodyReservation {
  const held = getProcessState<Held>("upstream-body-bytes", () => ({ bytes: 0 }));
  let takenBytes = 0;
  return {
    reserve: (bytes) => {
      if (takenBytes + bytes > maxBytes) {
        throw new AppError(
          "too-large",
          `the response is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB`,
        );
      }
      if (held.bytes + bytes > getMemoryLimitBytes("upstreamBodies")) {
        throw new AppError("too-large", "too many large responses are being read at the same time");
      }
      takenBytes += bytes;
      held.bytes += bytes;
    },
    release: () => {
      held.bytes -= takenBytes;
      takenBytes = 0;
    },
  };
}
