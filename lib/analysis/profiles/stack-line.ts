/** Reads one line of collapsed stacks, the format of `stackcollapse` programs: `main;decode;attention 42`. */

/** A stack with the number of its samples. */
export interface StackLine {
  /** Names of the frames, the outermost first. There is at least one frame, and no name is empty. */
  readonly frames: readonly string[];
  readonly sampleCount: number;
}

/** A longer number is not a sample count. 15 digits are exact as a number. */
const countPattern = /^\d{1,15}$/;

/** Returns the stack of a line. Null for a malformed line, such as one without a count or with an empty frame. */
export function readStackLine(line: string): StackLine | null {
  const text = line.trimEnd();
  const space = text.lastIndexOf(" ");
  if (space <= 0) return null;
  const count = text.slice(space + 1);
  if (!countPattern.test(count)) return null;
  const frames = text.slice(0, space).split(";");
  if (frames.some((frame) => frame.trim() === "")) return null;
  return { frames, sampleCount: Number(count) };
}

/** Share of the lines that must be stacks. Programs add few other lines, such as comments. */
const minStackRatio = 0.9;

/** Number of lines that are inspected. The first lines are enough, because all lines of a file have one format. */
const maxInspectedLines = 10_000;

/**
 * Returns whether a text is collapsed stacks: at least 90 % of its first 10,000 lines are stacks, and at least half of them have
 * several frames. A log with numbers at the end of its lines has no semicolons.
 */
export function isCollapsedStacks(text: string): boolean {
  let lineCount = 0;
  let stackCount = 0;
  let nestedCount = 0;
  for (const line of readNonEmptyLines(text)) {
    if (lineCount === maxInspectedLines) break;
    lineCount += 1;
    const stack = readStackLine(line);
    if (stack === null) continue;
    stackCount += 1;
    if (stack.frames.length > 1) nestedCount += 1;
  }
  return stackCount > 0 && stackCount >= lineCount * minStackRatio && nestedCount * 2 >= stackCount;
}

/** Yields the lines that are not empty. */
export function* readNonEmptyLines(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, end);
    start = end + 1;
    if (line.trim() !== "") yield line;
  }
}
