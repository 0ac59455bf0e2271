/** Names that are written from right to left, as parts of sentences that are not: such a name would turn what stands beside it. */

const letters = "\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}";
const nameCharacters = "\\p{L}\\p{N}\\p{M}";
/** Letters and digits, held together by what joins the parts of a name; a full stop or comma behind it is the sentence's. */
const word = `[${nameCharacters}]+(?:[-_/.:@]+[${nameCharacters}]+)*`;
const rightToLeftWord = `(?=[^\\s]*[${letters}])${word}`;
const runs = new RegExp(`${rightToLeftWord}(?: +${rightToLeftWord})*`, "gu");
const anyRightToLeft = new RegExp(`[${letters}]`, "u");

export interface DirectionRun {
  readonly text: string;
  /** Written from right to left; its direction must stay its own. */
  readonly isRightToLeft: boolean;
}

/** `text` in parts; one part where nothing of it is written from right to left. */
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
