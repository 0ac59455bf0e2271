/**
 * Right-to-left names in left-to-right sentences. Without isolation, such a name changes the order of the text around
 * it.
 */

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/**
 * Letters and digits, joined by the characters that connect the parts of a name. A full stop or comma after a name
 * belongs to the sentence.
 */
const words = /[\p{L}\p{N}\p{M}]+(?:[-_/.:@]+[\p{L}\p{N}\p{M}]+)*/gu;
const onlySpaces = /^ +$/;

/** Part of a text in one writing direction. */
export interface DirectionRun {
  readonly text: string;
  /** True for right-to-left text, which the UI must isolate. */
  readonly isRightToLeft: boolean;
}

/** Splits `text` into parts by direction. Text without right-to-left letters is one part. */
export function splitByDirection(text: string): readonly DirectionRun[] {
  const parts: DirectionRun[] = [];
  let end = 0;
  for (const { start, end: runEnd } of rightToLeftRuns(text)) {
    if (start > end) parts.push({ text: text.slice(end, start), isRightToLeft: false });
    parts.push({ text: text.slice(start, runEnd), isRightToLeft: true });
    end = runEnd;
  }
  return parts.length > 0 && end === text.length
    ? parts
    : [...parts, { text: text.slice(end), isRightToLeft: false }];
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the ranges of right-to-left words. Words with only spaces between them share a range. */
function rightToLeftRuns(text: string): readonly TextRange[] {
  if (!rightToLeft.test(text)) return [];
  const runs: TextRange[] = [];
  for (const { 0: word, index: start } of text.matchAll(words)) {
    if (!rightToLeft.test(word)) continue;
    const end = start + word.length;
    const last = runs.at(-1);
    if (last !== undefined && onlySpaces.test(text.slice(last.end, start)))
      runs.splice(-1, 1, { start: last.start, end });
    else runs.push({ start, end });
  }
  return runs;
}
