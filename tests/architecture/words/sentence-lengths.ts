/** Measures the sentences that people read on screen and in the terminal. */
import { sourceTexts } from "./source-text.ts";

/** Folders whose strings people read. */
const textFolders =
  /^(?:app|cli|components|lib\/(?:engines|format|investigations|model|semantic|sentences|server|services))\//;

export const hasVisibleText = (file: string): boolean =>
  textFolders.test(file) && !/\.test\.tsx?$/.test(file);

export interface MeasuredSentence {
  readonly file: string;
  readonly line: number;
  readonly words: number;
  readonly text: string;
}

/** Tailwind classes, queries and other text for machines: lower case with punctuation inside its words. */
function isForMachines(text: string): boolean {
  const parts = text.split(/\s+/);
  if (parts.length > 40 && !/[A-Z.,]/.test(text)) return true;
  const odd = parts.filter((part) => /[a-z0-9][-:/_[({=]+[a-z0-9[]|^[-[@!]|[{}<>=]/.test(part));
  return odd.length * 2 > parts.length || (/^[a-z(]/.test(text) && odd.length * 3 > parts.length);
}

/** Returns the sentences of a file's strings; a value in a template counts as one word. */
export function visibleSentences(file: string, source: string): readonly MeasuredSentence[] {
  return sourceTexts(file, source)
    .filter(({ kind, text }) => kind === "text" && /[A-Za-z]{2,} [A-Za-z]/.test(text) && !isForMachines(text))
    .flatMap(({ text, line }) =>
      text.split(/(?<=[.!?:;])\s+|\n/).map((sentence) => ({
        file,
        line,
        words: sentence.split(/\s+/).filter((part) => /[\p{L}\p{N}…]/u.test(part)).length,
        text: sentence.trim(),
      })),
    )
    .filter(({ words }) => words > 0);
}
