/**
 * Bytes of answers that may be held at once by all sources together. Many large answers at the same time are refused
 * rather than let the process grow without bound.
 */
import { processMemory } from "@/lib/server/memory";
import { AppError } from "@/lib/model/app-error";

const MOST_HELD_BYTES = 192 * 1024 * 1024;

interface Held {
  bytes: number;
}

export interface BodyAllowance {
  /** Throws too-large when this answer or all answers together pass their limit. */
  readonly take: (bytes: number) => void;
  readonly giveBack: () => void;
}

/** An allowance for one answer of at most `maxBytes`; `giveBack` must be called when the body is let go. */
export function bodyAllowance(maxBytes: number): BodyAllowance {
  const held = processMemory<Held>("upstream-body-bytes", () => ({ bytes: 0 }));
  let mine = 0;
  return {
    take: (bytes) => {
      if (mine + bytes > maxBytes) {
        throw new AppError(
          "too-large",
          `the answer is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB`,
        );
      }
      if (held.bytes + bytes > MOST_HELD_BYTES) {
        throw new AppError("too-large", "too many large answers are being read at the same time");
      }
      mine += bytes;
      held.bytes += bytes;
    },
    giveBack: () => {
      held.bytes -= mine;
      mine = 0;
    },
  };
}
