/** Finds the line at which a text stops being JSON, for messages about files. The engine's messages name no line. */

const whitespace = /[ \t\r\n]*/y;
const token =
  /"(?:[^"\\\n\r\t]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;

type Expected = "value" | "value-or-close" | "key" | "key-or-close" | "colon" | "comma-or-close";

/**
 * Returns the number of the first invalid line, starting at 1. A text of several documents, such as one per line, is
 * valid. Undefined if the text is valid or contains no document.
 */
export function findJsonErrorLine(text: string): number | undefined {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let at = skip(whitespace, text, 0);
  while (at < text.length) {
    const end = skip(token, text, at);
    const next: Expected | undefined =
      end === at ? undefined : afterToken(text.slice(at, end), expected, open);
    if (next === undefined) return lineAt(text, at);
    expected = next;
    at = skip(whitespace, text, end);
  }
  return open.length === 0 ? undefined : lineAt(text.trimEnd(), text.length);
}

/** Returns the position after the pattern at `from`; `from` without a match. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** Returns what must follow a token; undefined for a token that is not expected. Updates the open brackets. */
function afterToken(found: string, expected: Expected, open: ("{" | "[")[]): Expected | undefined {
  const isValue = expected === "value" || expected === "value-or-close";
  if (found === "{" || found === "[") {
    if (!isValue) return undefined;
    open.push(found);
    return found === "{" ? "key-or-close" : "value-or-close";
  }
  if (found === "}" || found === "]") {
    if (!expected.endsWith("-or-close") || open.pop() !== (found === "}" ? "{" : "[")) return undefined;
    return afterValue(open);
  }
  if (found === ":") return expected === "colon" ? "value" : undefined;
  if (found === ",") {
    if (expected !== "comma-or-close") return undefined;
    return open.at(-1) === "{" ? "key" : "value";
  }
  if (isValue) return afterValue(open);
  return expected.startsWith("key") && found.startsWith('"') ? "colon" : undefined;
}

/** Returns what must follow a complete value. After a complete document, a second document may follow. */
function afterValue(open: readonly string[]): Expected {
  return open.length === 0 ? "value" : "comma-or-close";
}
