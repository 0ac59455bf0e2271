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
  type Exception,
  type WordRule,
} from "./word-rules.ts";

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly kind: TextKind | "file-name" | "document";
  readonly word: string;
  readonly text: string;
  readonly instead: string;
  /** The listed exception that permits it. */
  readonly exception?: Exception | undefined;
  readonly isExcepted: boolean;
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

type PlainFinding = Omit<Finding, "exception" | "isExcepted">;

function withException(finding: PlainFinding): Finding {
  const exception = exceptions.find(
    ({ files, word, text }) =>
      finding.file.startsWith(files) &&
      (word === "" || word === finding.word) &&
      (text?.test(finding.text) ?? true),
  );
  return { ...finding, exception, isExcepted: exception !== undefined };
}

function findingsOf(
  file: string,
  text: SourceText | { kind: "document"; text: string; line: number },
): PlainFinding[] {
  const rules =
    text.kind === "name" ? rulesBrokenByName(text.text) : rulesBrokenByProse(text.text, text.kind);
  return rules.map((rule): PlainFinding => ({
    file,
    line: text.line,
    kind: text.kind,
    word: rule.word,
    text: text.text.slice(0, 200),
    instead: rule.instead,
  }));
}

/** Returns the findings of one TypeScript file or Markdown document, each with the exception that permits it. */
export function findWords(file: string, source: string): Finding[] {
  const base = (file.split("/").at(-1) ?? "").replace(/\.[a-z.]+$/, "");
  const names = matching([...everywhereRules, ...identifierRules], wordsOf(base)).map(
    (rule): PlainFinding => ({
      file,
      line: 1,
      kind: "file-name",
      word: rule.word,
      text: file,
      instead: rule.instead,
    }),
  );
  const texts = file.endsWith(".md")
    ? source.split("\n").map((text, index) => ({ kind: "document" as const, text, line: index + 1 }))
    : sourceTexts(file, source);
  return [...names, ...texts.flatMap((text) => findingsOf(file, text))].map(withException);
}
