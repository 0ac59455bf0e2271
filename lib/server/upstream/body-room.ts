/**
 * Room for the bytes of one answer, lent while it is understood and used again for the next: a buffer of its own for each answer of
 * megabytes would be left to the garbage collector, and be slow to touch.
 */
import { processMemory } from "@/lib/server/memory";

/** Larger answers have a buffer of their own: it is moved to the thread that decodes them. */
export const roomBytes = 2_800_000;
/** For less a room is not worth it. */
const leastBytes = 128 * 1024;
/** As many large answers are rarely understood at once. */
const mostSpare = 4;

export interface BodyRoom {
  readonly add: (chunk: Buffer) => void;
  /** All chunks in one piece: good until the room is given back, for ever where it did not fit or needed none. */
  readonly whole: () => Uint8Array;
  /** Whoever has seen the body must have let it go. */
  readonly giveBack: () => void;
}

const spare = (): Buffer[] => processMemory<Buffer[]>("upstream-body-rooms", () => []);

/** Chunks one behind the other, in lent room where there is enough of them. */
export function bodyRoom(): BodyRoom {
  let room: Buffer | undefined;
  let used = 0;
  let chunks: Buffer[] = [];
  let waiting = 0;

  const moveIn = (): void => {
    room ??= spare().pop() ?? Buffer.allocUnsafeSlow(roomBytes);
    for (const chunk of chunks) used += chunk.copy(room, used);
    [chunks, waiting] = [[], 0];
  };

  return {
    add: (chunk) => {
      chunks.push(chunk);
      waiting += chunk.length;
      const size = used + waiting;
      if (size >= leastBytes && size <= roomBytes) moveIn();
    },
    whole: () => {
      const inside = room?.subarray(0, used);
      if (inside === undefined) return Buffer.concat(chunks);
      return chunks.length === 0 ? inside : Buffer.concat([inside, ...chunks]);
    },
    giveBack: () => {
      if (room !== undefined && spare().length < mostSpare) spare().push(room);
      room = undefined;
    },
  };
}
