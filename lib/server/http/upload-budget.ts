/**
 * Limits the memory of all request bodies together, and the time of each. Slow uploads would otherwise hold their bytes
 * for an unlimited time.
 */
import { AppError } from "@/lib/model/app-error";
import { getProcessState } from "@/lib/server/process-state";
import { getMemoryLimitBytes } from "@/lib/server/memory-limits";

/** Limits of the bodies that the server receives at once. */
export interface UploadLimits {
  readonly maxTotalBytes: number;
  /** A body is refused if no bytes arrive for this time. */
  readonly stallTimeoutMs: number;
  /** A body must be complete within this time. */
  readonly maxDurationMs: number;
}

/** Body of a request while it is received. All uploads share one memory limit. */
export interface RequestUpload {
  /** Throws rate-limited if a body of `bytes` does not fit next to the bodies in memory. */
  readonly assertFits: (bytes: number) => void;
  /**
   * Returns the body. `assertSize` gets its size so far and throws if it is too large. Throws rate-limited if the body
   * does not fit, timeout if it stalls, and an AbortError if the client disconnects.
   */
  readonly readBody: (
    body: ReadableStream<Uint8Array>,
    assertSize: (bytes: number) => void,
  ) => Promise<Uint8Array>;
  /** Must be called when the body is no longer used. */
  readonly release: () => void;
}

type BodyChunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>>;

const retryAfterMs = 5_000;

interface HeldBytes {
  bytes: number;
}

const heldBytes = (): HeldBytes => getProcessState<HeldBytes>("upload-bytes", () => ({ bytes: 0 }));

/** Returns the memory that all bodies use together, in bytes. */
export function countUploadBytes(): number {
  return heldBytes().bytes;
}

const defaultRules = (): UploadLimits => ({
  maxTotalBytes: getMemoryLimitBytes("uploads"),
  stallTimeoutMs: 10_000,
  maxDurationMs: 120_000,
});

/** Starts to receive a body whose bytes count towards the common memory limit. */
export function startUpload(
  { maxTotalBytes, stallTimeoutMs, maxDurationMs }: UploadLimits = defaultRules(),
): RequestUpload {
  const held = heldBytes();
  let bodyBytes = 0;
  const assertFits = (bytes: number): void => {
    if (held.bytes + bytes <= maxTotalBytes) return;
    throw new AppError("rate-limited", "other uploads use all memory for request bodies", { retryAfterMs });
  };
  return {
    assertFits,
    readBody: async (body, assertSize) => {
      const chunks: Uint8Array[] = [];
      const reader = body.getReader();
      const deadlineMs = performance.now() + maxDurationMs;
      try {
        for (;;) {
          const waitMs = Math.min(stallTimeoutMs, deadlineMs - performance.now());
          const { done, value } = await withinTime(readChunk(reader), waitMs);
          if (done) return Buffer.concat(chunks);
          assertSize(bodyBytes + value.byteLength);
          assertFits(value.byteLength);
          bodyBytes += value.byteLength;
          held.bytes += value.byteLength;
          chunks.push(value);
        }
      } catch (error) {
        // The first error is the reason. The stream may fail as well when it is cancelled.
        reader.cancel(error).catch(() => undefined);
        throw error;
      }
    },
    release: () => {
      held.bytes -= bodyBytes;
      bodyBytes = 0;
    },
  };
}

/** Reads the next chunk. Reading fails only if the connection ended, which is an AbortError and not an error of this server. */
async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<BodyChunk> {
  try {
    return await reader.read();
  } catch (error) {
    throw new DOMException(`the body ended early: ${String(error)}`, "AbortError");
  }
}

async function withinTime<T>(work: Promise<T>, waitMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new AppError("timeout", "the body did not arrive in time")),
    Math.max(0, waitMs),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
