/** Lines of a long text, without a string for each of them, and their search. */
import { escapeHiddenCharacters } from "@/lib/base/safe-text";
import { trimTrailing } from "@/lib/base/trim-characters";

/** A text with an index of its lines, so that a list can show any line without splitting the text. */
export interface TextLines {
  readonly text: string;
  /** Position of the first character of each line. */
  readonly starts: Uint32Array;
}

/** Longer lines are cut on screen, because a browser lays out one line at once. */
const maxVisibleLength = 5_000;

/** Finds the starts of all lines. A line break at the end adds no empty line. */
export function indexLines(text: string): TextLines {
  const starts: number[] = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  if (text.endsWith("\n")) starts.pop();
  return { text, starts: Uint32Array.from(starts) };
}

/** Returns a line as displayed: without its line break, with control characters as code points. */
export function readLine({ text, starts }: TextLines, index: number): string {
  const start = starts[index] ?? text.length;
  const next = starts[index + 1] ?? text.length + 1;
  const end = Math.min(next - 1, start + maxVisibleLength + 1);
  const line = trimTrailing(trimTrailing(text.slice(start, end), "\n"), "\r");
  const visibleText = escapeHiddenCharacters(line.slice(0, maxVisibleLength));
  return line.length > maxVisibleLength ? `${visibleText}… (${next - 1 - start} characters)` : visibleText;
}

/** Returns the indices of the lines that contain the text, ignoring case. Empty for an empty text. */
export function findLinesWithText({ text, starts }: TextLines, wanted: string): readonly number[] {
  if (wanted === "") return [];
  // Lower case keeps the number of line breaks, but not always the positions.
  const lower = text.toLowerCase();
  const sought = wanted.toLowerCase();
  const found: number[] = [];
  let line = 0;
  let lineEnd = endOfLine(lower, 0);
  for (let at = lower.indexOf(sought); at !== -1; at = lower.indexOf(sought, lineEnd)) {
    while (lineEnd <= at && line < starts.length) {
      line += 1;
      lineEnd = endOfLine(lower, lineEnd);
    }
    found.push(line);
    if (lineEnd >= lower.length) break;
  }
  return found;
}

/** Returns the position behind the line break. */
function endOfLine(text: string, from: number): number {
  const found = text.indexOf("\n", from);
  return found === -1 ? text.length + 1 : found + 1;
}

/** Part of a line. `isMatch` is true for an occurrence of the search text. */
export interface LinePart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits a displayed line at the matches, ignoring case. */
export function splitMatches(line: string, wanted: string): readonly LinePart[] {
  const lower = line.toLowerCase();
  const sought = wanted.toLowerCase();
  if (sought === "" || lower.length !== line.length) return [{ text: line, isMatch: false }];
  const parts: LinePart[] = [];
  let start = 0;
  for (let at = lower.indexOf(sought); at !== -1; at = lower.indexOf(sought, start)) {
    if (at > start) parts.push({ text: line.slice(start, at), isMatch: false });
    start = at + sought.length;
    parts.push({ text: line.slice(at, start), isMatch: true });
  }
  if (start < line.length || parts.length === 0) parts.push({ text: line.slice(start), isMatch: false });
  return parts;
}
