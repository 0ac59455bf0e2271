/**
 * Bytes of answers that may be held at once by all sources together. Many large answers at the same time are refused
 * rather than let the process grow without bound.
 */
import { processMemory } from "@/lib/server/memory";
import { AppError } from "@/lib/model/app-error";

const MAX_HELD_BYTES = 192 * 1024 * 1024;

interface Held {
  bytes: number;
}

export interface BodyAllowance {
  /** Throws too-large when this answer or all answers together pass their limit. */
  readonly take: (bytes: number) => void;
  readonly release: () => void;
}

/** An allowance for one answer of at most `maxBytes`; `giveBack` must be called when the body is let go. */
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
