/** Reads the text of Markdown that is not code. A name inside of code, such as a log line, mentions no one. */
import MarkdownIt from "markdown-it";

const parser = new MarkdownIt({ html: false });

/** Returns the text of the paragraphs, lists and tables, without code blocks and code spans. */
export function readTextOutsideCode(markdown: string): string {
  return parser
    .parse(markdown, {})
    .filter(({ type }) => type === "inline")
    .map(({ content, children }) => {
      const parts = children ?? [];
      if (parts.every(({ type }) => type !== "code_inline")) return content;
      return parts.map((part) => (part.type === "code_inline" ? " " : readText(part))).join("");
    })
    .join("\n");
}

function readText({ type, content }: { readonly type: string; readonly content: string }): string {
  return type === "softbreak" || type === "hardbreak" ? "\n" : content;
}
