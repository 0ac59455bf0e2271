/**
 * Selectors as a person writes them, one to a line: `model_name="chat", job="vllm"`, braces or not, values escaped as in
 * PromQL. Every mistake is told with its line.
 */
import type { LabelSelector } from "./deployment";
import { selectorError } from "./deployment-review";

export type ParsedSelectors =
  | { readonly kind: "selectors"; readonly selectors: readonly LabelSelector[] }
  | { readonly kind: "error"; readonly line: number; readonly message: string };

const matcher = /^\s*([^\s=!~"',{}]+)\s*(=~|!~|!=|=)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*/;

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Empty lines are passed over. */
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

/** A selector, or what is wrong. */
function parseLine(line: string): LabelSelector | string {
  const trimmed = line.trim();
  const [, metric] = /^([^\s{}"'=,]+)\s*\{/.exec(trimmed) ?? [];
  if (metric !== undefined)
    return `Leave “${clip(metric)}” before the brace out: the metric's name is chosen by the signal.`;
  const [isOpened, isClosed] = [trimmed.startsWith("{"), trimmed.endsWith("}")];
  if (isOpened && !isClosed)
    return "The brace at the beginning is not closed: add } at the end of the line, or leave both out.";
  if (isClosed && !isOpened)
    return "The brace at the end was not opened: add { at the beginning of the line, or leave both out.";
  let rest = (isOpened ? trimmed.slice(1, -1) : trimmed).trim();
  const labels: Record<string, string> = {};
  while (rest !== "") {
    const found = matcher.exec(rest);
    const [part, name = "", operator, quoted = ""] = found ?? [];
    if (part === undefined) return `${brokenPart(rest)} Write label="value", with commas between them.`;
    if (operator !== "=")
      return `${name}${operator}… is not possible: a selector names exact values. Write one line for each value.`;
    if (name in labels) return `${name} stands twice in one selector.`;
    labels[name] = quoted.slice(1, -1).replaceAll(/\\(.)/g, (_all, char: string) => escapes[char] ?? char);
    rest = rest.slice(part.length);
    if (rest !== "" && !rest.startsWith(",")) return `A comma is missing before “${clip(rest)}”.`;
    rest = rest.replace(/^,\s*/, "");
  }
  return selectorError(labels) ?? labels;
}

const begun = /^([^\s=!~"',{}]+)\s*((?:=~|!~|!=|=)?)\s*(["']?)/;

/** What is wrong with a text that does not begin with a whole label and its value. */
function brokenPart(rest: string): string {
  const [, name, operator, mark] = begun.exec(rest) ?? [];
  if (name === undefined || operator === undefined) return `“${clip(rest)}” is not a label and its value.`;
  if (operator === "") return `“${clip(name)}” has no value.`;
  if (mark === "") return `The value after “${clip(`${name}${operator}`)}” is missing or has no quotes.`;
  return `The quote after “${clip(`${name}${operator}`)}” is not closed.`;
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** The text that `parseSelectorText` reads as `selectors`. */
export function printSelectorText(selectors: readonly LabelSelector[]): string {
  return selectors
    .map((one) =>
      Object.entries(one)
        .map(([name, value]) => `${name}="${escape(value)}"`)
        .join(", "),
    )
    .join("\n");
}

function escape(value: string): string {
  return value
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
}
