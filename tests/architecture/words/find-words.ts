/** Finds the words that the rules forbid in one file. */
import { sourceTexts, wordsOf, type SourceText, type TextKind } from "./source-text.ts";
import {
  bareNames,
  commentStart,
  everywhereRules,
  exceptions,
  identifierRules,
  proseRules,
  whatSentence,
  type WordRule,
} from "./word-rules.ts";

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly kind: TextKind | "file-name" | "document";
  readonly word: string;
  readonly text: string;
  readonly instead: string;
}

const matching = (rules: readonly WordRule[], text: string): readonly WordRule[] =>
  rules.filter((rule) => rule.pattern.test(text));

function rulesBrokenByName(name: string): readonly WordRule[] {
  if (bareNames.has(name)) return [{ word: name, pattern: /./, instead: "a noun phrase or a verb phrase" }];
  return matching([...everywhereRules, ...identifierRules], wordsOf(name));
}

const start: WordRule = {
  word: "comment-start",
  pattern: commentStart,
  instead: "a sentence that starts with its subject or verb",
};
const what: WordRule = { word: "what-sentence", pattern: whatSentence, instead: "a sentence with a subject" };

function rulesBrokenByProse(text: string, kind: TextKind | "document"): readonly WordRule[] {
  const rules = [...everywhereRules, ...proseRules, what];
  return matching(kind === "comment" ? [...rules, start] : rules, text);
}

const isExcepted = (finding: Finding): boolean =>
  exceptions.some(
    (exception) =>
      finding.file.startsWith(exception.files) &&
      (exception.word === "" || exception.word === finding.word) &&
      (exception.text?.test(finding.text) ?? true),
  );

function findingsOf(
  file: string,
  text: SourceText | { kind: "document"; text: string; line: number },
): Finding[] {
  const rules =
    text.kind === "name" ? rulesBrokenByName(text.text) : rulesBrokenByProse(text.text, text.kind);
  return rules.map((rule) => ({
    file,
    line: text.line,
    kind: text.kind,
    word: rule.word,
    text: text.text.slice(0, 200),
    instead: rule.instead,
  }));
}

/** Returns the findings of one TypeScript file or Markdown document, without the listed exceptions. */
export function findWords(file: string, source: string): Finding[] {
  const base = (file.split("/").at(-1) ?? "").replace(/\.[a-z.]+$/, "");
  const names = matching([...everywhereRules, ...identifierRules], wordsOf(base)).map((rule) => ({
    file,
    line: 1,
    kind: "file-name" as const,
    word: rule.word,
    text: file,
    instead: rule.instead,
  }));
  const texts = file.endsWith(".md")
    ? source.split("\n").map((text, index) => ({ kind: "document" as const, text, line: index + 1 }))
    : sourceTexts(file, source);
  return [...names, ...texts.flatMap((text) => findingsOf(file, text))].filter(
    (finding) => !isExcepted(finding),
  );
}
