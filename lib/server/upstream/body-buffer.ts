/**
 * Reusable buffers for response bodies. A new buffer of several megabytes per response would be slow to touch and
 * would burden the garbage collector.
 */
import { getProcessState } from "@/lib/server/process-state";
import { createBodySegments } from "./body-segments";

/** Size of the reusable buffer. Larger responses get a separate buffer, which is moved to the decoding thread. */
export const bodyBufferBytes = 2_800_000;
/** A response with fewer bytes does not use a reusable buffer. */
const minBytes = 128 * 1024;
/** Maximum number of reusable buffers. More large responses are rarely decoded at the same time. */
const maxReusableBuffers = 4;

/** Buffer that collects the chunks of one response body. */
export interface BodyBuffer {
  readonly add: (chunk: Buffer) => void;
  /**
   * Returns all chunks as one array. It is valid until `release`, or indefinitely when it does not use the reusable
   * buffer.
   */
  readonly toBytes: () => Uint8Array;
  /** Must be called after the last use of the body. */
  readonly release: () => void;
}

const getReusableBuffers = (): Buffer[] => getProcessState<Buffer[]>("upstream-body-buffers", () => []);

/**
 * Returns an empty buffer for one response body. Chunks remain separate until they have 128 KiB in total. Then they are
 * copied into a buffer that later responses reuse, as far as they fit. `isReused` must be false for a body that is used
 * after `release`.
 */
export function createBodyBuffer({ isReused }: { readonly isReused: boolean }): BodyBuffer {
  const rest = createBodySegments();
  let buffer: Buffer | undefined;
  let used = 0;
  let chunks: Buffer[] = [];
  let size = 0;

  const moveToBuffer = (): void => {
    buffer ??= getReusableBuffers().pop() ?? Buffer.allocUnsafeSlow(bodyBufferBytes);
    for (const chunk of chunks) used += chunk.copy(buffer, used);
    chunks = [];
  };

  return {
    add: (chunk) => {
      size += chunk.length;
      if (!isReused || size > bodyBufferBytes) {
        for (const earlier of chunks) rest.add(earlier);
        chunks = [];
        rest.add(chunk);
        return;
      }
      chunks.push(chunk);
      if (size >= minBytes) moveToBuffer();
    },
    toBytes: () => {
      const copied = buffer?.subarray(0, used);
      if (copied !== undefined && used === size) return copied;
      return chunks.length > 0 ? Buffer.concat(chunks) : rest.join(copied);
    },
    release: () => {
      rest.release();
      if (buffer !== undefined && getReusableBuffers().length < maxReusableBuffers)
        getReusableBuffers().push(buffer);
      buffer = undefined;
    },
  };
}
