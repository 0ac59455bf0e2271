/** Names that are written from right to left, as parts of sentences that are not: such a name would turn what stands beside it. */

const letters = "\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}";
const within = "\\p{L}\\p{N}\\p{M}";
/** Letters and digits, held together by what joins the parts of a name; a full stop or comma behind it is the sentence's. */
const word = `[${within}]+(?:[-_/.:@]+[${within}]+)*`;
const turned = `(?=[^\\s]*[${letters}])${word}`;
const runs = new RegExp(`${turned}(?: +${turned})*`, "gu");
const isAnyTurned = new RegExp(`[${letters}]`, "u");

export interface DirectedPart {
  readonly text: string;
  /** Written from right to left; its direction must stay its own. */
  readonly isTurned: boolean;
}

/** `text` in parts; one part where nothing of it is written from right to left. */
export function directedParts(text: string): readonly DirectedPart[] {
  if (!isAnyTurned.test(text)) return [{ text, isTurned: false }];
  const parts: DirectedPart[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (!isAnyTurned.test(run)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isTurned: false });
    parts.push({ text: run, isTurned: true });
    end = index + run.length;
  }
  return end === text.length ? parts : [...parts, { text: text.slice(end), isTurned: false }];
}
