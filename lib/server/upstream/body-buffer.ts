/**
 * Room for the bytes of one answer, lent while it is understood and used again for the next: a buffer of its own for each answer of
 * megabytes would be left to the garbage collector, and be slow to touch.
 */
import { processMemory } from "@/lib/server/memory";

/** Larger answers have a buffer of their own: it is moved to the thread that decodes them. */
export const bufferBytes = 2_800_000;
/** For less a room is not worth it. */
const minBytes = 128 * 1024;
/** As many large answers are rarely understood at once. */
const maxSpare = 4;

export interface BodyBuffer {
  readonly add: (chunk: Buffer) => void;
  /** All chunks in one piece: good until the room is given back, for ever where it did not fit or needed none. */
  readonly toBytes: () => Uint8Array;
  /** Whoever has seen the body must have let it go. */
  readonly release: () => void;
}

const spare = (): Buffer[] => processMemory<Buffer[]>("upstream-body-rooms", () => []);

/** Chunks one behind the other, in lent room where there is enough of them. */
export function createBodyBuffer(): BodyBuffer {
  let buffer: Buffer | undefined;
  let used = 0;
  let chunks: Buffer[] = [];
  let waiting = 0;

  const moveIn = (): void => {
    buffer ??= spare().pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
    for (const chunk of chunks) used += chunk.copy(buffer, used);
    [chunks, waiting] = [[], 0];
  };

  return {
    add: (chunk) => {
      chunks.push(chunk);
      waiting += chunk.length;
      const size = used + waiting;
      if (size >= minBytes && size <= bufferBytes) moveIn();
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
