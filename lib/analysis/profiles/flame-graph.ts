/** Builds the tree of a flame graph from collapsed stacks. */
import { isEndOfStep, type Steps } from "@/lib/base/steps";
import { readNonEmptyLines, readStackLine, type StackLine } from "./stack-line";

/** Function in the call tree of a flame graph. */
export interface FlameFrame {
  readonly name: string;
  /** Index of the caller. -1 for the root, which has the index 0. */
  readonly parent: number;
  /** 0 for the root. */
  readonly depth: number;
  /** Number of samples that contain the frame, including samples of the functions that it called. */
  readonly totalCount: number;
  /** Number of samples in which the frame was the innermost frame. */
  readonly selfCount: number;
  /** Indices of the called functions, sorted by name. */
  readonly children: readonly number[];
  /**
   * Horizontal position, as a number of samples: the total of all frames that are drawn to the left of this frame or of
   * one of its callers, as siblings.
   */
  readonly startCount: number;
}

/** Call tree of a CPU profile in collapsed-stack format, with the samples of each function. */
export interface FlameGraph {
  /** The root, which stands for all samples, is the first. Parents precede their children. */
  readonly frames: readonly FlameFrame[];
  /** Number of lines that are not empty. */
  readonly lineCount: number;
  readonly malformedLineCount: number;
  /**
   * Number of lines whose stacks exceed a limit. Their samples are assigned to the innermost frame within the limit.
   */
  readonly shortenedLineCount: number;
}

/** Maximum depth and number of frames of a flame graph. */
export interface FlameLimits {
  readonly maxDepth: number;
  readonly maxFrames: number;
}

const defaultFlameLimits: FlameLimits = { maxDepth: 512, maxFrames: 100_000 };

interface GrowingFrame {
  readonly name: string;
  readonly parent: number;
  readonly depth: number;
  totalCount: number;
  selfCount: number;
  readonly children: Map<string, number>;
}

/** Name of the root. */
const rootName = "all";

/**
 * Builds the flame graph of a collapsed-stack text, in steps so that the page stays responsive. The total is
 * the sum of the counts of all valid lines.
 */
export function* buildFlameGraph(text: string, limits: FlameLimits = defaultFlameLimits): Steps<FlameGraph> {
  const root = createFrame(rootName, -1, 0);
  const frames = [root];
  let lineCount = 0;
  let malformedLineCount = 0;
  let shortenedLineCount = 0;
  for (const line of readNonEmptyLines(text)) {
    if (isEndOfStep(lineCount)) yield;
    lineCount += 1;
    const stack = readStackLine(line);
    if (stack === null || !Number.isSafeInteger(root.totalCount + stack.sampleCount)) malformedLineCount += 1;
    else if (addStack(frames, stack, limits) === "shortened") shortenedLineCount += 1;
  }
  return { frames: arrangeFrames(frames), lineCount, malformedLineCount, shortenedLineCount };
}

function createFrame(name: string, parent: number, depth: number): GrowingFrame {
  return { name, parent, depth, totalCount: 0, selfCount: 0, children: new Map() };
}

function addStack(
  frames: GrowingFrame[],
  { frames: names, sampleCount }: StackLine,
  { maxDepth, maxFrames }: FlameLimits,
): "complete" | "shortened" {
  let index = 0;
  for (const name of names.slice(0, maxDepth)) {
    const child = findChild(frames, index, name, maxFrames);
    if (child === null) break;
    addCount(frames[index], sampleCount);
    index = child;
  }
  const innermost = frames[index];
  addCount(innermost, sampleCount);
  if (innermost === undefined) return "complete";
  innermost.selfCount += sampleCount;
  return innermost.depth < names.length ? "shortened" : "complete";
}

function addCount(frame: GrowingFrame | undefined, sampleCount: number): void {
  if (frame !== undefined) frame.totalCount += sampleCount;
}

/** Returns the index of the child, which is added if it is missing. Null if the graph has too many frames. */
function findChild(frames: GrowingFrame[], index: number, name: string, maxFrames: number): number | null {
  const parent = frames[index];
  const known = parent?.children.get(name);
  if (parent === undefined || known !== undefined) return known ?? null;
  if (frames.length > maxFrames) return null;
  frames.push(createFrame(name, index, parent.depth + 1));
  parent.children.set(name, frames.length - 1);
  return frames.length - 1;
}

/** Orders children by name, so that two profiles of one program look alike, and sets their positions. */
function arrangeFrames(frames: readonly GrowingFrame[]): readonly FlameFrame[] {
  const starts = new Float64Array(frames.length);
  return frames.map(({ children: byName, ...frame }, index) => {
    const children = [...byName].toSorted(([a], [b]) => compareNames(a, b)).map(([, child]) => child);
    const startCount = starts[index] ?? 0;
    let next = startCount;
    for (const child of children) {
      starts[child] = next;
      next += frames[child]?.totalCount ?? 0;
    }
    return { ...frame, children, startCount };
  });
}

function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
