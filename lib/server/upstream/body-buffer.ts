/**
 * Reusable buffers for response bodies. A new buffer of several megabytes per response would be slow to touch and
 * would burden the garbage collector.
 */
import { getProcessState } from "@/lib/server/process-state";

/** Size of the reusable buffer. Larger responses get a separate buffer, which is moved to the decoding thread. */
export const bodyBufferBytes = 2_800_000;
/** Smaller responses do not use a reusable buffer. */
const minBytes = 128 * 1024;
/** More large responses are rarely decoded at the same time. */
const maxSpare = 4;

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

const spare = (): Buffer[] => getProcessState<Buffer[]>("upstream-body-buffers", () => []);

/**
 * Returns an empty buffer for one response body. Chunks remain separate until they have 128 KiB in total; then they are
 * copied into a buffer that later responses reuse.
 */
export function createBodyBuffer(): BodyBuffer {
  let buffer: Buffer | undefined;
  let used = 0;
  let chunks: Buffer[] = [];
  let waiting = 0;

  const moveToBuffer = (): void => {
    buffer ??= spare().pop() ?? Buffer.allocUnsafeSlow(bodyBufferBytes);
    for (const chunk of chunks) used += chunk.copy(buffer, used);
    [chunks, waiting] = [[], 0];
  };

  return {
    add: (chunk) => {
      chunks.push(chunk);
      waiting += chunk.length;
      const size = used + waiting;
      if (size >= minBytes && size <= bodyBufferBytes) moveToBuffer();
    },
    toBytes: () => {
      const copied = buffer?.subarray(0, used);
      if (copied === undefined) return Buffer.concat(chunks);
      return chunks.length === 0 ? copied : Buffer.concat([copied, ...chunks]);
    },
    release: () => {
      if (buffer !== undefined && spare().length < maxSpare) spare().push(buffer);
      buffer = undefined;
    },
  };
}
