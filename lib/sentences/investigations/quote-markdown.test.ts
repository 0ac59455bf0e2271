import { expect, test } from "vitest";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { toSafeUrl } from "@/lib/base/safe-url";
import { quoteMarkdown } from "./quote-markdown";

test("code blocks and code spans stay as they are, and HTML elsewhere is text", () => {
  const text = 'See `a <b>`, <b>:\n\n```js\nlet x = "<b>"; // ![a](http://x)\n```\n\n    if (a < b)';
  expect(quoteMarkdown(text)).toBe(
    '> See `a <b>`, \\<b>:\n>\n> ```js\n> let x = "<b>"; // ![a](http://x)\n> ```\n>\n>     if (a < b)',
  );
});

test("a backslash in front of HTML cannot undo the escape", () => {
  expect(quoteMarkdown(String.raw`\\<img src=x>`)).toBe(String.raw`> \\\<img src=x>`);
  expect(quoteMarkdown(String.raw`\<img src=x>`)).toBe(String.raw`> \<img src=x>`);
});

test.each([
  ["[a](https://git.example/1)", "[a](https://git.example/1)"],
  ["[a](javascript:alert(1))", String.raw`[a\](javascript:alert(1))`],
  ["[a](java&#115;cript:alert(1))", String.raw`[a\](java&#115;cript:alert(1))`],
  ["[a](\njavascript:alert(1))", "[a\\](\n> javascript:alert(1))"],
  ["[a]: data:text/html,x", String.raw`[a\]: data:text/html,x`],
  ["![pixel](https://other.example/p.png)", "[Image: pixel](https://other.example/p.png)"],
  ["``[a](javascript:x)`", "``[a\\](javascript:x)`"],
])("%j is quoted with safe links only", (text, quoted) => {
  expect(quoteMarkdown(text)).toBe(`> ${quoted}`);
});

const piece = fc.constantFrom(
  "[",
  "]",
  "(",
  ")",
  "!",
  "`",
  "``",
  "\n",
  "\n\n",
  "\\",
  "<",
  ">",
  "> ",
  "- ",
  ": ",
  "    ",
  "```\n",
  "|",
  "a",
  "javascript:x",
  "https://a.example/",
  "data:x",
  "\n|-|\n",
);
const renderer = new MarkdownIt({ html: true });
renderer.validateLink = () => true;

test("no combination of markup gives HTML, an image or an unsafe link", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const tokens = renderer
        .parse(quoteMarkdown(pieces.join("")), {})
        .flatMap((one) => [one, ...(one.children ?? [])]);
      expect(tokens.filter(({ type }) => /^(?:html|image)/.test(type))).toEqual([]);
      const addresses = tokens.flatMap((one) =>
        one.type === "link_open" ? [String(one.attrGet("href"))] : [],
      );
      expect(addresses.filter((address) => toSafeUrl(address) === null)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});
