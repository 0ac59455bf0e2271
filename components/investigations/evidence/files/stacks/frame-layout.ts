/** Positions of the frames of a flame graph, and the frame that an arrow key selects. */
import type { FlameGraph } from "@/lib/analysis/profiles/flame-graph";

/** Position of one frame in the flame graph. */
export interface DrawnFrame {
  /** Index of the frame in the graph. */
  readonly index: number;
  /** Row from the top: its depth. */
  readonly row: number;
  /** Position and width as fractions of the drawing. */
  readonly start: number;
  readonly width: number;
  /** True if this frame called the enlarged frame, directly or indirectly. */
  readonly isCaller: boolean;
}

/** Frames to draw: the callers of the enlarged frame, the frame, and its children. */
export interface FrameLayout {
  readonly frames: readonly DrawnFrame[];
  readonly rowCount: number;
  /** True if some frames are not drawn, because they are too narrow or too many. */
  readonly isReduced: boolean;
}

/** Selects the part of the flame graph that is drawn, and limits the number of its frames. */
export interface FrameLayoutOptions {
  /** The frame that has the full width. */
  readonly enlarged: number;
  /** Narrower frames are not drawn, nor are their children. */
  readonly minWidth: number;
  readonly maxFrames: number;
}

/**
 * Returns the callers of the enlarged frame and the frame itself at full width, and its children with widths
 * by their share of samples.
 */
export function layoutFrames(
  { frames }: FlameGraph,
  { enlarged, minWidth, maxFrames }: FrameLayoutOptions,
): FrameLayout {
  const top = frames[enlarged];
  if (top === undefined) return { frames: [], rowCount: 0, isReduced: false };
  const callers = listCallers({ frames }, enlarged).map((index, row) => ({
    index,
    row,
    start: 0,
    width: 1,
    isCaller: true,
  }));
  const drawn: DrawnFrame[] = [{ index: enlarged, row: top.depth, start: 0, width: 1, isCaller: false }];
  let isReduced = false;
  for (let at = 0; at < drawn.length; at += 1) {
    const parent = drawn[at];
    for (const index of frames[parent?.index ?? -1]?.children ?? []) {
      const child = frames[index];
      const width = child === undefined ? 0 : child.totalCount / top.totalCount;
      if (child === undefined || !(width >= minWidth) || drawn.length >= maxFrames) isReduced = true;
      else {
        const start = (child.startCount - top.startCount) / top.totalCount;
        drawn.push({ index, row: child.depth, start, width, isCaller: false });
      }
    }
  }
  const rowCount = Math.max(...drawn.map(({ row }) => row)) + 1;
  return { frames: [...callers, ...drawn], rowCount, isReduced };
}

/** Returns the callers of a frame, the root first. */
export function listCallers({ frames }: Pick<FlameGraph, "frames">, index: number): readonly number[] {
  const callers: number[] = [];
  for (let at = frames[index]?.parent ?? -1; at >= 0; at = frames[at]?.parent ?? -1) callers.push(at);
  return callers.toReversed();
}

/** Returns the frame that an arrow key selects. Null for another key, and if there is no frame in this direction. */
export function findNeighbour({ frames }: FlameGraph, index: number, key: string): number | null {
  const frame = frames[index];
  if (frame === undefined) return null;
  if (key === "ArrowUp") return frame.parent === -1 ? null : frame.parent;
  if (key === "ArrowDown") return findWidest({ frames }, frame.children);
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const siblings = frames[frame.parent]?.children ?? [];
  return siblings[siblings.indexOf(index) + (key === "ArrowRight" ? 1 : -1)] ?? null;
}

function findWidest({ frames }: Pick<FlameGraph, "frames">, indices: readonly number[]): number | null {
  const count = (index: number): number => frames[index]?.totalCount ?? 0;
  return indices.reduce<number | null>(
    (widest, index) => (widest === null || count(index) > count(widest) ? index : widest),
    null,
  );
}
