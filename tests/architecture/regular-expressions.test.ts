/** Checks that every regular expression of the product takes linear time on any text. */
import { parseSync } from "oxc-parser";
import { analyse } from "scslre";
import { expect, test } from "vitest";
import { detectableEngines } from "@/lib/engines";
import { listRecordedOutcomes } from "@/lib/semantic/compile/observed-series";
import { productFiles, read } from "./source-files";

interface Expression {
  readonly source: string;
  readonly flags: string;
}

interface FoundExpression extends Expression {
  readonly file: string;
}

interface Found {
  readonly literals: readonly FoundExpression[];
  /** Files that build expressions at run time. */
  readonly builders: ReadonlySet<string>;
}

type Visit = (node: Readonly<Record<string, unknown>>) => void;

function visitNodes(value: unknown, visit: Visit): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) return value.forEach((each) => visitNodes(each, visit));
  const node = value as Readonly<Record<string, unknown>>;
  if (typeof node["type"] === "string") visit(node);
  for (const child of Object.values(node)) visitNodes(child, visit);
}

function findExpressions(files: readonly string[]): Found {
  const literals: FoundExpression[] = [];
  const builders = new Set<string>();
  for (const file of files) {
    visitNodes(parseSync(file, read(file)).program, (node) => {
      const regex = node["regex"] as { readonly pattern: string; readonly flags: string } | null | undefined;
      if (node["type"] === "Literal" && regex)
        literals.push({ file, source: regex.pattern, flags: regex.flags });
      const callee = node["callee"] as { readonly name?: string } | undefined;
      if (callee?.name === "RegExp") builders.add(file);
    });
  }
  return { literals, builders };
}

function isSuperLinear({ source, flags }: Expression): boolean {
  return analyse({ source, flags }).reports.length > 0;
}

const found = findExpressions(productFiles);

/** Expressions that each file builds, with typical data. */
const built: Readonly<Record<string, readonly Expression[]>> = {
  "lib/semantic/absence/name-history.ts": detectableEngines.map(({ metricNamesPattern }) => ({
    source: `^(?:${metricNamesPattern})$`,
    flags: "",
  })),
  "lib/semantic/compile/observed-series.ts": detectableEngines
    .flatMap((engine) => listRecordedOutcomes(engine).flatMap(({ matchers = [] }) => matchers))
    .map(({ value }) => ({ source: `^(?:${value})$`, flags: "" })),
  "lib/base/letters/mixed-word.ts": [
    { source: String.raw`\p{Script=Latin}`, flags: "u" },
    { source: String.raw`^[\p{scx=Latin}\p{scx=Han}\p{scx=Common}\p{Script=Inherited}]*$`, flags: "u" },
  ],
  "lib/analysis/traces/comparison/paired-operations.ts": [
    {
      source: String.raw`(?<![\p{L}\p{N}])(chat-gateway|chat)((?:[-_.][\p{L}\p{N}]+)*)(?![\p{L}\p{N}])`,
      flags: "gu",
    },
  ],
};

test("recognises a pattern with quadratic time", () => {
  expect(isSuperLinear({ source: String.raw`([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@`, flags: "gi" })).toBe(true);
  expect(isSuperLinear({ source: String.raw`-+$`, flags: "" })).toBe(true);
  expect(isSuperLinear({ source: String.raw`^-+$`, flags: "" })).toBe(false);
});

test("every regular expression takes linear time", () => {
  expect(found.literals.length).toBeGreaterThan(200);
  const superLinear = found.literals.filter(isSuperLinear);
  expect(superLinear.map(({ file, source, flags }) => `${file}: /${source}/${flags}`)).toEqual([]);
});

test("every expression that is built at run time is listed here, and takes linear time", () => {
  expect([...found.builders].toSorted()).toEqual(Object.keys(built).toSorted());
  expect(Object.values(built).flat().filter(isSuperLinear)).toEqual([]);
});
