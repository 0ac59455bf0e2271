/** Names, comments, text, documents and test names are plain technical English; CONTRIBUTING.md has the rules. */
import { expect, test } from "vitest";
import { allFiles, codeFiles, productFiles, read } from "../source-files";
import { findWords } from "./find-words";
import { hasVisibleText, visibleSentences } from "./sentence-lengths";
import { exportedFunctionDocs } from "./source-text";
import { exceptions } from "./word-rules";

const typescriptFiles = codeFiles.filter((file) => /\.(?:ts|tsx|mts)$/.test(file));
const documents = allFiles.filter((file) => file.endsWith(".md"));
const found = [...codeFiles, ...documents].flatMap((file) => findWords(file, read(file)));
const isListed = ({ isExcepted }: (typeof found)[number]): boolean => isExcepted;

test("no name, comment, text, document or test name uses a word of the list", () => {
  const findings = found
    .filter((finding) => !isListed(finding))
    .map(
      ({ file, line, kind, word, text, instead }) =>
        `${file}:${line} ${kind} "${word}" in "${text}": use ${instead}`,
    );
  expect(findings).toEqual([]);
});

test("the list of exceptions has at most 25 entries, and each is needed", () => {
  expect(exceptions.length).toBeLessThanOrEqual(25);
  const unused = exceptions.filter((exception) => !found.some((finding) => finding.exception === exception));
  expect(unused).toEqual([]);
});

test("sentences on screen have at most 20 words in 95 of 100 cases, and never more than 30", () => {
  const sentences = typescriptFiles
    .filter(hasVisibleText)
    .flatMap((file) => visibleSentences(file, read(file)));
  const lengths = sentences.map(({ words }) => words).toSorted((a, b) => a - b);
  expect(lengths.length).toBeGreaterThan(1_000);
  expect(sentences.filter(({ words }) => words > 30)).toEqual([]);
  expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThanOrEqual(20);
});

test("doc comments of exported functions are sentences that start with a verb", () => {
  const fragments = productFiles
    .filter((file) => file.startsWith("lib/"))
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => exportedFunctionDocs(file, read(file)).map((doc) => ({ file, ...doc })))
    .filter(({ text }) => !/^(?:[A-Z][a-z]+(?:s|es)\b|Whether\b).*[.:`)"]$/s.test(text))
    .map(({ file, line, name, text }) => `${file}:${line} ${name}: ${text.slice(0, 100)}`);
  expect(fragments).toEqual([]);
});
