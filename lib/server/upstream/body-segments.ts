/**
 * Collects the chunks of a large body in segments, and frees each as soon as it is copied. A list of chunks that is
 * concatenated would need twice the memory of the body, until the garbage collector runs.
 */

/** Size of a segment. Chunks are copied to a segment as soon as they have this size in total. */
const segmentBytes = 1024 * 1024;

/** Chunks of one body that are not yet one array. */
export interface BodySegments {
  readonly add: (chunk: Buffer) => void;
  /** Returns `start` and all chunks as one array, and frees the chunks. */
  readonly join: (start?: Buffer) => Uint8Array<ArrayBuffer>;
  /** Frees all chunks at once. */
  readonly release: () => void;
}

/** Returns an empty collection of chunks. */
export function createBodySegments(): BodySegments {
  let segments: Buffer<ArrayBuffer>[] = [];
  let chunks: Buffer[] = [];
  let waiting = 0;

  const pack = (): void => {
    if (waiting === 0) return;
    const segment = Buffer.allocUnsafeSlow(waiting);
    let at = 0;
    for (const chunk of chunks) at += chunk.copy(segment, at);
    segments.push(segment);
    [chunks, waiting] = [[], 0];
  };

  return {
    add: (chunk) => {
      chunks.push(chunk);
      waiting += chunk.length;
      if (waiting >= segmentBytes) pack();
    },
    join: (start = Buffer.alloc(0)) => {
      const size = segments.reduce((sum, { length }) => sum + length, start.length + waiting);
      const body = Buffer.allocUnsafeSlow(size);
      let at = start.copy(body);
      for (const segment of segments) {
        at += segment.copy(body, at);
        freeMemory(segment.buffer);
      }
      for (const chunk of chunks) at += chunk.copy(body, at);
      [segments, chunks, waiting] = [[], [], 0];
      return body;
    },
    release: () => {
      for (const { buffer } of segments) freeMemory(buffer);
      [segments, chunks, waiting] = [[], [], 0];
    },
  };
}

/** Frees the memory of `buffer` without the garbage collector. */
function freeMemory(buffer: ArrayBuffer): void {
  buffer.transfer(0);
}
