/**
 * Selectors as text, one per line: `model_name="chat", job="vllm"`, with or without braces, values escaped as in
 * PromQL. Every error is reported with its line.
 */
import type { LabelSelector } from "./deployment";
import { selectorError } from "./deployment-review";

/** Label selectors that a person entered, or the first error with its line number. */
export type ParsedSelectors =
  | { readonly kind: "selectors"; readonly selectors: readonly LabelSelector[] }
  | { readonly kind: "error"; readonly line: number; readonly message: string };

const matcher = /^\s*([^\s=!~"',{}]+)\s*(=~|!~|!=|=)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*/;

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Parses label selectors from text, one per line. Empty lines are ignored. */
export function parseSelectorText(text: string): ParsedSelectors {
  const selectors: LabelSelector[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = parseLine(line);
    if (typeof parsed === "string") return { kind: "error", line: index + 1, message: parsed };
    selectors.push(parsed);
  }
  return { kind: "selectors", selectors };
}

/** Returns the selector in a line, or an error message. */
function parseLine(line: string): LabelSelector | string {
  const trimmed = line.trim();
  const [, metric] = /^([^\s{}"'=,]+)\s*\{/.exec(trimmed) ?? [];
  if (metric !== undefined)
    return `Remove “${clipText(metric)}” before the brace: the signal determines the metric name.`;
  const [isOpened, isClosed] = [trimmed.startsWith("{"), trimmed.endsWith("}")];
  if (isOpened && !isClosed) return "The line has { but no }. Add } at the end of the line, or remove {.";
  if (isClosed && !isOpened)
    return "The line has } but no {. Add { at the beginning of the line, or remove }.";
  let rest = (isOpened ? trimmed.slice(1, -1) : trimmed).trim();
  const labels = new Map<string, string>();
  while (rest !== "") {
    const found = matcher.exec(rest);
    const [part, name = "", operator, quoted = ""] = found ?? [];
    if (part === undefined) return `${brokenPart(rest)} Write label="value", with commas between them.`;
    if (operator !== "=")
      return `${name}${operator}… is not supported, because a selector has exact values. Write one line for each value.`;
    if (labels.has(name)) return `${name} occurs twice in one selector.`;
    const value = quoted.slice(1, -1).replaceAll(/\\(.)/g, (_all, char: string) => escapes[char] ?? char);
    labels.set(name, value);
    rest = rest.slice(part.length);
    if (rest !== "" && !rest.startsWith(",")) return `A comma is missing before “${clipText(rest)}”.`;
    rest = rest.replace(/^,\s*/, "");
  }
  const selector = Object.fromEntries(labels);
  return selectorError(selector) ?? selector;
}

const begun = /^([^\s=!~"',{}]+)\s*((?:=~|!~|!=|=)?)\s*(["']?)/;

/** Describes text that does not begin with a complete label and its value. */
function brokenPart(rest: string): string {
  const [, name, operator, mark] = begun.exec(rest) ?? [];
  if (name === undefined || operator === undefined) return `“${clipText(rest)}” is not a label with a value.`;
  if (operator === "") return `“${clipText(name)}” has no value.`;
  if (mark === "") return `The value after “${clipText(`${name}${operator}`)}” is missing or has no quotes.`;
  return `The quote after “${clipText(`${name}${operator}`)}” is not closed.`;
}

function clipText(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** Formats label selectors as the text that `parseSelectorText` reads. */
export function printSelectorText(selectors: readonly LabelSelector[]): string {
  return selectors
    .map((one) =>
      Object.entries(one)
        .map(([name, value]) => `${name}="${escapeValue(value)}"`)
        .join(", "),
    )
    .join("\n");
}

function escapeValue(value: string): string {
  return value
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
}
