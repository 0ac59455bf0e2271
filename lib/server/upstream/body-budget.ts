/**
 * Limits the bytes of responses in memory. All responses of the process share a total limit. Large bodies of one source
 * are read one after the other, so that many large bodies need little more memory than one.
 */
import { getProcessState } from "@/lib/server/process-state";
import { getMemoryLimitBytes } from "@/lib/server/memory-limits";
import { AppError } from "@/lib/model/app-error";
import { bodyBufferBytes } from "./body-buffer";
import type { TurnQueue } from "./turns";

interface Held {
  bytes: number;
}

/** Memory for the body of one response, counted against the limit of the response and of the process. */
export interface BodyReservation {
  /**
   * Throws too-large when this response or the total exceeds its limit. Returns a promise when the body must wait for
   * its turn before more bytes are read, because it does not fit into a reusable buffer. It rejects with too-large.
   */
  readonly reserve: (bytes: number) => Promise<void> | undefined;
  /** Throws too-large when a body of this size exceeds the limit of the response. */
  readonly expect: (bytes: number) => void;
  readonly release: () => void;
}

/** Limits of one response. */
export interface BodyReservationOptions {
  readonly maxBytes: number;
  readonly turns: TurnQueue;
  /** Aborts the wait for the turn of this body. */
  readonly signal: AbortSignal;
}

/**
 * Returns the allowance of one response of at most `maxBytes`. `release` must be called when the body is no longer
 * used.
 */
export function createBodyReservation({ maxBytes, turns, signal }: BodyReservationOptions): BodyReservation {
  const held = getProcessState<Held>("upstream-body-bytes", () => ({ bytes: 0 }));
  const maxTotalBytes = getMemoryLimitBytes("upstreamBodies");
  let takenBytes = 0;
  let endTurn: (() => void) | undefined;
  const assertSize = (bytes: number): void => {
    if (bytes <= maxBytes) return;
    throw new AppError("too-large", `the response is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB`);
  };
  return {
    expect: assertSize,
    reserve: (bytes) => {
      assertSize(takenBytes + bytes);
      if (held.bytes + bytes > maxTotalBytes) throw createTooManyError();
      takenBytes += bytes;
      held.bytes += bytes;
      if (takenBytes <= bodyBufferBytes || endTurn !== undefined) return undefined;
      const turn = turns.take(signal, createTooManyError);
      endTurn = turn.end;
      return turn.start;
    },
    release: () => {
      held.bytes -= takenBytes;
      takenBytes = 0;
      endTurn?.();
      endTurn = undefined;
    },
  };
}

function createTooManyError(): AppError {
  return new AppError("too-large", "too many large responses are being read at the same time");
}
