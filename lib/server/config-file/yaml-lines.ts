/** YAML as plain values with line numbers, so that every error has a location. */
import { isMap, isScalar, LineCounter, parseDocument, visit, type Document } from "yaml";
import { redactToLine } from "@/lib/base/safe-text";
import { ConfigFileError } from "./config-file-error";
import { createAliasError, createYamlError } from "./yaml-errors";

/** Value of a YAML file with the lines of its parts. */
export interface LocatedYaml {
  readonly parsedValue: unknown;
  /** Returns "ridgepoint.yaml:7" for the deepest existing part of a path. */
  readonly locate: (path: readonly PropertyKey[]) => string;
}

/** Parses a YAML file and returns its values with their lines. Throws ConfigFileError for invalid YAML. */
export function readYaml(content: string, fileName: string): LocatedYaml {
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, uniqueKeys: true });
  const broken = document.errors[0];
  if (broken !== undefined) {
    const open = openQuote(document, lines, broken.pos[0]);
    if (open !== undefined)
      throw new ConfigFileError(
        `${fileName}:${open.line}`,
        `is not YAML: the ${open.mark} quote in this line is not closed`,
        `close the quote in line ${open.line}`,
      );
    throw createYamlError(document, content, (offset) => `${fileName}:${lines.linePos(offset).line}`);
  }
  return {
    parsedValue: toPlainValue(document, lines, fileName),
    locate: (path) => `${fileName}:${lineOf(document, lines, path)}`,
  };
}

interface OpenQuote {
  readonly line: number;
  readonly mark: "double" | "single";
}

/**
 * Returns an unclosed quote: quoted text of several lines that ends where parsing failed. The parser fails at the end
 * of the text or at the next quote, which may be far below.
 */
function openQuote(document: Document, lines: LineCounter, brokenAt: number): OpenQuote | undefined {
  const found: OpenQuote[] = [];
  visit(document, {
    Scalar(_key, node) {
      if (node.type !== "QUOTE_DOUBLE" && node.type !== "QUOTE_SINGLE") return;
      const [start, end] = node.range ?? [0, 0];
      const [line, lastLine] = [lines.linePos(start).line, lines.linePos(end).line];
      const isBrokenHere = start < brokenAt && lastLine === lines.linePos(brokenAt).line;
      if (line !== lastLine && isBrokenHere)
        found.push({ line, mark: node.type === "QUOTE_DOUBLE" ? "double" : "single" });
    },
  });
  return found.at(-1);
}

/** Returns the file as plain values. Aliases without an anchor or with too many expansions are detected here. */
function toPlainValue(document: Document, lines: LineCounter, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 20 });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw createAliasError(document, lines, name, error.message);
  }
}

/** Returns the line of the deepest existing part of `path`. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent: unknown = document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    const pair = isMap(parent)
      ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      : undefined;
    const node: unknown = pair?.key ?? document.getIn(path.slice(0, length), true);
    const start = rangeStart(node);
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
}

function rangeStart(node: unknown): number | undefined {
  if (typeof node !== "object" || node === null || !("range" in node) || !Array.isArray(node.range))
    return undefined;
  const [start] = node.range as readonly unknown[];
  return typeof start === "number" ? start : undefined;
}

/** Formats a path in the configuration file: "deployments[0].engine", or "the file" for an empty path. */
export function formatFieldPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the file";
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${redactToLine(String(part), 60)}`,
    )
    .join("");
}
