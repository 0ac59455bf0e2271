/** Splits a source file into the text that the word rules are about: names, comments, strings, test names and doc comments. */
import { parseSync } from "oxc-parser";

export type TextKind = "name" | "comment" | "text" | "test-name";

export interface SourceText {
  readonly kind: TextKind;
  readonly text: string;
  readonly line: number;
}

export interface DocComment {
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

function walk(
  node: Node,
  parents: readonly Node[],
  visit: (node: Node, parents: readonly Node[]) => void,
): void {
  visit(node, parents);
  const below = [...parents, node];
  for (const [key, value] of Object.entries(node)) {
    if (key === "parent") continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, below, visit);
  }
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

/** Nodes whose string is a module path, a type argument of an import, or the like. */
const importTypes = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
  "TSExternalModuleReference",
]);

const testCall = /^(?:test|it|describe)\b/;

function isTestName(node: Node, parents: readonly Node[], source: string): boolean {
  const call = parents.at(-1);
  if (call?.type !== "CallExpression" || !Array.isArray(call["arguments"]) || call["arguments"][0] !== node)
    return false;
  const callee = call["callee"];
  return isNode(callee) && testCall.test(source.slice(callee.start, callee.end));
}

/** Names that are declared here: variables, parameters, types, members. Uses of a name are found where it is declared. */
function isDeclared(node: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1);
  if (parent === undefined) return false;
  switch (parent.type) {
    case "VariableDeclarator":
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSTypeParameter":
      return parent["id"] === node || parent["name"] === node || isParameter(node, parent);
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "TSFunctionType":
    case "TSMethodSignature":
      return isParameter(node, parent) || parent["key"] === node;
    case "TSPropertySignature":
    case "PropertyDefinition":
    case "MethodDefinition":
    case "Property":
      return (parent["key"] === node && parent["computed"] !== true) || isPatternValue(node, parent, parents);
    case "AssignmentPattern":
      return parent["left"] === node;
    case "ArrayPattern":
    case "RestElement":
      return true;
    default:
      return false;
  }
}

const isParameter = (node: Node, parent: Node): boolean =>
  Array.isArray(parent["params"]) && parent["params"].includes(node);

const isPatternValue = (node: Node, parent: Node, parents: readonly Node[]): boolean =>
  parent["value"] === node && parents.at(-2)?.type === "ObjectPattern";

/** "leastWidthPx" → "least width px"; file names likewise. */
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_\-.]/g, " ")
    .toLowerCase();

/** Comments that follow each other line by line are one comment. */
function commentTexts(
  comments: readonly { type: string; value: string; start: number; end: number }[],
  source: string,
  lineAt: (offset: number) => number,
): SourceText[] {
  const texts: { kind: "comment"; text: string; line: number; end: number }[] = [];
  for (const comment of comments) {
    const text = comment.value
      .replaceAll(/^\*|^\s*\*(?!\*) ?/gm, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
    const before = texts.at(-1);
    if (
      comment.type === "Line" &&
      before !== undefined &&
      source.slice(before.end, comment.start).trim() === ""
    ) {
      before.text = `${before.text} ${text}`;
      before.end = comment.end;
    } else texts.push({ kind: "comment", text, line: lineAt(comment.start), end: comment.end });
  }
  return texts;
}

/** Reads one TypeScript file; throws when it does not parse. */
export function sourceTexts(file: string, source: string): SourceText[] {
  const parsed = parseSync(file, source);
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0]?.message ?? "does not parse"}`);
  const lineAt = lineFinder(source);
  const texts = commentTexts(parsed.comments, source, lineAt);
  walk(parsed.program as unknown as Node, [], (node, parents) => {
    const line = lineAt(node.start);
    if (node.type === "Identifier" && isDeclared(node, parents))
      texts.push({ kind: "name", text: String(node["name"]), line });
    if (node.type === "JSXText")
      texts.push({ kind: "text", text: String(node["value"]).replaceAll(/\s+/g, " ").trim(), line });
    if (
      node.type === "Literal" &&
      typeof node["value"] === "string" &&
      !importTypes.has(parents.at(-1)?.type ?? "")
    )
      texts.push({
        kind: isTestName(node, parents, source) ? "test-name" : "text",
        text: node["value"],
        line,
      });
    if (node.type === "TemplateLiteral") {
      const text = templateText(node);
      texts.push({ kind: isTestName(node, parents, source) ? "test-name" : "text", text, line });
    }
  });
  return texts.filter((text) => text.text !== "");
}

/** The text of a template with `…` for each value in it. */
function templateText(node: Node): string {
  const quasis = Array.isArray(node["quasis"]) ? node["quasis"].filter(isNode) : [];
  return quasis.map((quasi) => (quasi["value"] as { cooked?: string }).cooked ?? "").join("…");
}

/** Doc comments of exported functions, by the function's name. */
export function exportedFunctionDocs(file: string, source: string): DocComment[] {
  const { program, comments } = parseSync(file, source);
  const lineAt = lineFinder(source);
  return program.body.flatMap((statement): DocComment[] => {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration?.type !== "FunctionDeclaration")
      return [];
    const name = statement.declaration.id?.name;
    const doc = comments.findLast(
      (comment) => comment.end <= statement.start && comment.value.startsWith("*"),
    );
    if (name === undefined || doc === undefined || source.slice(doc.end, statement.start).trim() !== "")
      return [];
    const text = doc.value
      .replaceAll(/^\*|^\s*\* ?/gm, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
    return [{ name, text, line: lineAt(doc.start) }];
  });
}
