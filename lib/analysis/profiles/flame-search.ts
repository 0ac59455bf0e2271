/** Searches a flame graph, and lists its functions. */
import type { FlameFrame, FlameGraph } from "./flame-graph";

/** Frames of a flame graph that match a search text. */
export interface FlameMatches {
  /** For each frame, by index: true if its name contains the text. */
  readonly isMatch: readonly boolean[];
  readonly matchCount: number;
  /** Number of samples with at least one matching frame. */
  readonly sampleCount: number;
}

/** Finds the frames whose name contains the text, ignoring case. Nested matches count their samples once. */
export function findFrames({ frames }: FlameGraph, text: string): FlameMatches {
  const wanted = text.toLowerCase();
  const isCovered: boolean[] = [];
  let matchCount = 0;
  let sampleCount = 0;
  const isMatch = frames.map(({ name, parent, totalCount }, index) => {
    const matches = parent !== -1 && name.toLowerCase().includes(wanted);
    const isBelowMatch = isCovered[parent] === true;
    isCovered[index] = matches || isBelowMatch;
    if (matches) matchCount += 1;
    if (matches && !isBelowMatch) sampleCount += totalCount;
    return matches;
  });
  return { isMatch, matchCount, sampleCount };
}

/** Samples of one function, over all its positions in the flame graph. */
export interface FunctionSamples {
  readonly name: string;
  /** Number of samples in which the function was the innermost frame. */
  readonly selfCount: number;
  /** Number of samples with the function anywhere in the stack. A recursive call is not counted twice. */
  readonly totalCount: number;
}

interface FunctionSums {
  selfCount: number;
  totalCount: number;
  /** Number of frames of this function between the root and the visited frame. */
  openCount: number;
}

/** Returns every function, sorted by self samples (most first), then by total samples and name. */
export function listFunctions({ frames }: FlameGraph): readonly FunctionSamples[] {
  const sums = new Map<string, FunctionSums>();
  for (const { frame, isStart } of walkFrames(frames)) {
    const known = sums.get(frame.name) ?? { selfCount: 0, totalCount: 0, openCount: 0 };
    sums.set(frame.name, known);
    if (isStart && known.openCount === 0) known.totalCount += frame.totalCount;
    if (isStart) known.selfCount += frame.selfCount;
    known.openCount += isStart ? 1 : -1;
  }
  return [...sums]
    .map(([name, { selfCount, totalCount }]) => ({ name, selfCount, totalCount }))
    .toSorted(
      (a, b) => b.selfCount - a.selfCount || b.totalCount - a.totalCount || (a.name < b.name ? -1 : 1),
    );
}

interface FrameVisit {
  readonly frame: FlameFrame;
  readonly isStart: boolean;
}

/** Visits each frame below the root before and after its children. */
function* walkFrames(frames: readonly FlameFrame[]): Generator<FrameVisit> {
  const pending: { readonly index: number; readonly isStart: boolean }[] = toPending(frames[0]);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { index, isStart } = next;
    const frame = frames[index];
    if (frame === undefined) continue;
    if (isStart) pending.push({ index, isStart: false }, ...toPending(frame));
    yield { frame, isStart };
  }
}

function toPending(frame: FlameFrame | undefined) {
  return (frame?.children ?? []).map((index) => ({ index, isStart: true }));
}
