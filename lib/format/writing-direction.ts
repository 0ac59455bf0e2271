/**
 * Right-to-left names in left-to-right sentences. Without isolation, such a name changes the order of the text around
 * it.
 */

const letters = "\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}";
const nameCharacters = "\\p{L}\\p{N}\\p{M}";
/**
 * Letters and digits, joined by the characters that connect the parts of a name. A full stop or comma after a name
 * belongs to the sentence.
 */
const word = `[${nameCharacters}]+(?:[-_/.:@]+[${nameCharacters}]+)*`;
const rightToLeftWord = `(?=[^\\s]*[${letters}])${word}`;
const runs = new RegExp(`${rightToLeftWord}(?: +${rightToLeftWord})*`, "gu");
const anyRightToLeft = new RegExp(`[${letters}]`, "u");

export interface DirectionRun {
  readonly text: string;
  /** True for right-to-left text, which the UI must isolate. */
  readonly isRightToLeft: boolean;
}

/** Splits `text` into parts by direction. Text without right-to-left letters is one part. */
export function splitByDirection(text: string): readonly DirectionRun[] {
  if (!anyRightToLeft.test(text)) return [{ text, isRightToLeft: false }];
  const parts: DirectionRun[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (!anyRightToLeft.test(run)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isRightToLeft: false });
    parts.push({ text: run, isRightToLeft: true });
    end = index + run.length;
  }
  return end === text.length ? parts : [...parts, { text: text.slice(end), isRightToLeft: false }];
}
