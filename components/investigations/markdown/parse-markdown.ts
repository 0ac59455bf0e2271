/** Parses Markdown that people write to a tree of tokens. Raw HTML is text, and links with unsafe addresses stay text. */
import MarkdownIt, { type Token } from "markdown-it";
import { toSafeUrl } from "@/lib/base/safe-url";

/** An element of the parsed Markdown with its children, ready to render. */
export interface MarkdownNode {
  readonly token: Token;
  readonly children: readonly MarkdownNode[];
}

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true });
// Only complete addresses become links, because "vllm.config" and "p95.max" are not addresses.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
parser.validateLink = (address) => toSafeUrl(address) !== null;

/** Returns the blocks of a text. The parser limits the depth of nested blocks. */
export function parseMarkdown(text: string): readonly MarkdownNode[] {
  return toTree(parser.parse(text, {}));
}

function toTree(tokens: readonly Token[]): readonly MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [root];
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop();
      continue;
    }
    const children: MarkdownNode[] = [...toTree(token.children ?? [])];
    open.at(-1)?.push({ token, children });
    if (token.nesting === 1) open.push(children);
  }
  return root;
}
