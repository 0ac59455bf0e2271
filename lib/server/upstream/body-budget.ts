/** Limits the total bytes of responses in memory across all sources. When exceeded, large responses are refused. */
import { processMemory } from "@/lib/server/memory";
import { AppError } from "@/lib/model/app-error";

const MAX_HELD_BYTES = 192 * 1024 * 1024;

interface Held {
  bytes: number;
}

export interface BodyAllowance {
  /** Throws too-large when this response or the total exceeds its limit. */
  readonly take: (bytes: number) => void;
  readonly release: () => void;
}

/**
 * Returns the allowance of one response of at most `maxBytes`. `release` must be called when the body is no longer
 * used.
 */
export function bodyAllowance(maxBytes: number): BodyAllowance {
  const held = processMemory<Held>("upstream-body-bytes", () => ({ bytes: 0 }));
  let takenBytes = 0;
  return {
    take: (bytes) => {
      if (takenBytes + bytes > maxBytes) {
        throw new AppError(
          "too-large",
          `the answer is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB`,
        );
      }
      if (held.bytes + bytes > MAX_HELD_BYTES) {
        throw new AppError("too-large", "too many large answers are being read at the same time");
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
