/** Positions in a scroll area that shows a few lines of a long text. */

/** Browsers limit the height of an element, so that a very long text scrolls several lines per pixel. */
const maxHeightPx = 4_000_000;

interface ScrolledLines {
  readonly lineCount: number;
  /** Lines that fit into the area. */
  readonly visibleCount: number;
  /** The largest scroll position. */
  readonly rangePx: number;
}

/** Returns the height of the scrolled content in pixels. */
export function contentHeight(lineCount: number, lineHeightPx: number): number {
  return Math.min(maxHeightPx, lineCount * lineHeightPx);
}

/** Returns the index of the first visible line at a scroll position. */
export function firstLineAt(lines: ScrolledLines, scrollTopPx: number): number {
  const last = lastFirstLine(lines);
  return lines.rangePx <= 0
    ? 0
    : Math.min(last, Math.max(0, Math.round((scrollTopPx / lines.rangePx) * last)));
}

/** Returns the scroll position that shows a line in the middle of the area. */
export function computeScrollTop(lines: ScrolledLines, line: number): number {
  const last = lastFirstLine(lines);
  const first = Math.min(last, Math.max(0, line - Math.floor(lines.visibleCount / 2)));
  return last === 0 ? 0 : (first / last) * lines.rangePx;
}

/** The first line when the last line is the lowest one. */
function lastFirstLine({ lineCount, visibleCount }: ScrolledLines): number {
  return Math.max(0, lineCount - visibleCount);
}
