/** Messages and fixes for text that is not valid YAML. */
import { isAlias, visit, type Document, type LineCounter, type YAMLParseError } from "yaml";
import { redactToLine } from "@/lib/base/safe-text";
import { ConfigFileError } from "./config-file-error";

interface YamlErrorText {
  readonly problem: string;
  readonly fix: string;
}

const longestKey = 60;
const plainKey = /^\s*(?:- +)?("[^"]*"|'[^']*'|[^\s:]+)\s*:/;

/**
 * Returns the first error of a YAML document. `locateOffset` returns file and line of a position in
 * `yamlText`.
 */
export function createYamlError(
  document: Document,
  yamlText: string,
  locateOffset: (offset: number) => string,
): ConfigFileError {
  const [first] = document.errors;
  if (first === undefined) throw new Error("a document without errors has no error text");
  const { problem, fix } = describeYamlError(first, document.errors, yamlText);
  return new ConfigFileError(locateOffset(first.pos[0]), `is not YAML: ${problem}`, fix);
}

function describeYamlError(
  { code, pos: [start], message }: YAMLParseError,
  errors: readonly YAMLParseError[],
  content: string,
): YamlErrorText {
  switch (code) {
    case "DUPLICATE_KEY": {
      const key = redactToLine(plainKey.exec(content.slice(start))?.[1] ?? "a key", longestKey);
      return { problem: `${key} is a duplicate`, fix: "remove one of them" };
    }
    case "MULTIPLE_DOCS":
      return {
        problem: "a second document begins at ---",
        fix: "keep one document: remove --- and everything below it",
      };
    case "TAB_AS_INDENT":
      return { problem: "the line is indented with a tab", fix: "indent it with spaces" };
    case "BAD_SCALAR_START":
      return {
        problem: `a text without quotes cannot begin with ${redactToLine(content.charAt(start), 1)}`,
        fix: "put the text in quotes",
      };
    case "BLOCK_AS_IMPLICIT_KEY":
      // A value that continues on the next line has wrong indentation.
      if (errors.some((other) => other.code === "MULTILINE_IMPLICIT_KEY")) break;
      return { problem: "the unquoted text contains a colon", fix: "put the text in quotes" };
    default:
  }
  return {
    problem: firstLine(message).replace(/ at line [^]*/, ""),
    fix: "correct the indentation or the quotes there",
  };
}

/** Creates the error of a YAML document whose aliases cannot be resolved. `parserMessage` is the reason. */
export function createAliasError(
  document: Document,
  lineCounter: LineCounter,
  fileName: string,
  parserMessage: string,
): ConfigFileError {
  const anchors = new Set<string>();
  const open: { readonly source: string; readonly start: number }[] = [];
  visit(document, (_key, node) => {
    if (isAlias(node)) {
      if (!anchors.has(node.source)) open.push({ source: node.source, start: node.range?.[0] ?? 0 });
    } else if (
      typeof node === "object" &&
      node !== null &&
      "anchor" in node &&
      typeof node.anchor === "string"
    )
      anchors.add(node.anchor);
  });
  const [first] = open;
  if (first === undefined)
    return new ConfigFileError(
      fileName,
      `is not YAML (${firstLine(parserMessage)})`,
      "replace the alias with its value",
    );
  const written = redactToLine(first.source, longestKey);
  return new ConfigFileError(
    `${fileName}:${lineCounter.linePos(first.start).line}`,
    `is not YAML: the alias *${written} has no anchor &${written} above it`,
    `put "*${written}" in quotes if it is text, or write out its value`,
  );
}

const firstLine = (message: string): string => redactToLine(message.split("\n")[0] ?? "", 200);
