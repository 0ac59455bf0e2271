/** Links and paths in documents exist, and generated documents are up to date. */
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { detectableEngines } from "@/lib/engines";
import { listSignalIds } from "@/lib/model/signals/signals";
import { generatedDocuments } from "@/scripts/documents/generated-docs";
import { allFiles, read, root } from "./source-files";

const documents = allFiles.filter((file) => file.endsWith(".md"));

function deadLinks(file: string): string[] {
  const folder = path.dirname(file);
  return [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)(#[^)\s]*)?\)/g)].flatMap(([, target]) => {
    if (target === undefined) return [];
    return existsSync(path.join(root, folder, target)) ? [] : [`${file}: ${target}`];
  });
}

/**
 * Returns paths in backticks such as `lib/…` that do not exist. A name with angle brackets or an ellipsis is a
 * placeholder, not a path.
 */
function deadPaths(file: string): string[] {
  return [
    ...read(file).matchAll(/`((?:app|components|lib|prisma|tests|demo|scripts|cli|docs)\/[^`\s]*)`/g),
  ].flatMap(([, named]) => {
    if (named === undefined || /[<>*…{}]/.test(named)) return [];
    return existsSync(path.join(root, named.replace(/:\d+$/, ""))) ? [] : [`${file}: ${named}`];
  });
}

test("links in documents have existing targets", () => {
  expect(documents.flatMap(deadLinks)).toEqual([]);
});

test("paths named in documents exist", () => {
  expect(documents.flatMap(deadPaths)).toEqual([]);
});

/** Returns files that a module's README names and that are neither in its folder nor in a folder directly below. */
function deadNames(file: string): string[] {
  const folder = path.dirname(file);
  const isNear = (named: string): boolean =>
    allFiles.some(
      (each) =>
        each === named ||
        (each.startsWith(`${folder}/`) &&
          [named, each.split("/").at(-2) + `/${named}`].includes(each.slice(folder.length + 1))),
    );
  return [...read(file).matchAll(/`([\w./-]+\.tsx?)`/g)].flatMap(([, named]) =>
    named === undefined || isNear(named) ? [] : [`${file}: ${named}`],
  );
}

test("files named in a module's README exist", () => {
  const readmes = documents.filter((file) =>
    /^(?:lib|components|demo|tests|cli|scripts)\/.*README\.md$/.test(file),
  );
  expect(readmes.flatMap(deadNames)).toEqual([]);
});

test("documents contain no marker of an unresolved merge", () => {
  const marker = /^(?:<{7}|={7}|>{7}|(?:> ){7})(?: |$)/m;
  expect(documents.filter((file) => marker.test(read(file)))).toEqual([]);
});

test("decisions are numbered without gaps", () => {
  const numbers = allFiles
    .filter((file) => /^docs\/decisions\/\d{4}-/.test(file))
    .map((file) => Number(file.slice(15, 19)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test.each(generatedDocuments.map(({ path: file, text }) => [file, text] as const))(
  "%s matches the lists in the code",
  (file, text) => {
    expect(read(file), "run `npm run docs`").toBe(text);
  },
);

test("the list of signals has a row for every engine and signal", () => {
  const sections = read("docs/signals.md").split(/^### /m);
  for (const { title } of detectableEngines) {
    const section = sections.find((text) => text.startsWith(`${title}\n`)) ?? "";
    const rows = [...section.matchAll(/^\| (`[^|]+`) \| \S/gm)].flatMap(([, ids]) =>
      [...(ids ?? "").matchAll(/`([^`]+)`/g)].map(([, signal]) => signal),
    );
    expect(new Set(rows), title).toEqual(new Set(listSignalIds("engine")));
  }
});
