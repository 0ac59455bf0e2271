/**
 * Quotes the Markdown of a person in a document. As on screen, code stays as it is, HTML is text, images are links,
 * and links with unsafe addresses are text.
 */
import MarkdownIt from "markdown-it";
import { toSafeUrl } from "@/lib/base/safe-url";

const parser = new MarkdownIt({ html: false });

/** Consecutive lines of a text that are escaped by the same rules. */
interface LineRange {
  readonly kind: "code" | "inline" | "other";
  readonly start: number;
  readonly end: number;
}

/** Returns the text as a block quote. */
export function quoteMarkdown(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  return listRanges(lines)
    .map(({ kind, start, end }) => {
      const part = lines.slice(start, end).join("\n");
      if (kind === "code") return part;
      return kind === "inline" ? neutralizeInline(part) : part.replaceAll(units, neutralizeAddress);
    })
    .join("\n")
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** Divides the lines into code blocks, texts that may contain code, and other lines such as tables. */
function listRanges(lines: readonly string[]): readonly LineRange[] {
  const known = parser.parse(lines.join("\n"), {}).flatMap(({ type, map }): readonly LineRange[] => {
    if (map === null) return [];
    const [start, end] = map;
    if (type === "fence" || type === "code_block") return [{ kind: "code", start, end }];
    return type === "inline" ? [{ kind: "inline", start, end }] : [];
  });
  const ranges: LineRange[] = [];
  let position = 0;
  for (const range of [...known, { kind: "other", start: lines.length, end: lines.length } as const]) {
    if (range.start > position) ranges.push({ kind: "other", start: position, end: range.start });
    if (range.end > Math.max(position, range.start))
      ranges.push({ ...range, start: Math.max(position, range.start) });
    position = Math.max(position, range.end);
  }
  return ranges;
}

/** An escaped character, the start of HTML, an image, or the address of a link or of a reference. */
const units = /\\[\s\S]|<|!\[|\][(:](?=\s*([^\s)]{0,200}))/g;

/** Neutralises a text outside of its code spans. */
function neutralizeInline(text: string): string {
  let result = "";
  let end = 0;
  for (const span of listCodeSpans(text)) {
    result +=
      text.slice(end, span.start).replaceAll(units, neutralizeAddress) + text.slice(span.start, span.end);
    end = span.end;
  }
  return result + text.slice(end).replaceAll(units, neutralizeAddress);
}

interface CodeSpan {
  readonly start: number;
  readonly end: number;
}

/** A code span ends at the next run of as many backticks. A backslash escapes a backtick outside of code only. */
function listCodeSpans(text: string): readonly CodeSpan[] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: ticks, index }) => ({ index, length: ticks.length }));
  const spans: CodeSpan[] = [];
  let end = 0;
  for (const [position, { index, length }] of runs.entries()) {
    if (index < end) continue;
    const escaped = isEscaped(text, end, index) ? 1 : 0;
    const size = length - escaped;
    const close = size === 0 ? undefined : runs.slice(position + 1).find((run) => run.length === size);
    if (close === undefined) continue;
    end = close.index + close.length;
    spans.push({ start: index + escaped, end });
  }
  return spans;
}

/** Returns whether an odd number of backslashes precedes the character at `index`, from `start` on. */
function isEscaped(text: string, start: number, index: number): boolean {
  let count = 0;
  while (index - count > start && text.charAt(index - count - 1) === "\\") count += 1;
  return count % 2 === 1;
}

/**
 * Returns a unit without its Markdown effect. A backslash and the character that it escapes are one unit, because a
 * second backslash between them would undo the escape.
 */
function neutralizeAddress(unit: string, address: string | undefined): string {
  if (unit === "<") return String.raw`\<`;
  if (unit === "![") return "[Image: ";
  return address === undefined || toSafeUrl(address) !== null ? unit : `\\${unit}`;
}
