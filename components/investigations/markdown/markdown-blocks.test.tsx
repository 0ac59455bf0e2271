import { render, screen, within } from "@testing-library/react";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MarkdownBlocks } from "./markdown-blocks";

function show(text: string): HTMLElement {
  return render(<MarkdownBlocks text={text} />).container;
}

test("renders paragraphs, line breaks, lists, code and tables", () => {
  const container = show(
    "# Cause\n\nFull **cache**, *not* the ~~queue~~ `num_waiting`\nsecond line\n\n3. first\n4. second\n\n- a\n  - b\n\n> quote\n\n```\nvllm <serve>\n```\n\n| step | ms |\n| --- | --- |\n| 1 | 20 |",
  );
  expect(screen.getByText("Cause").tagName).toBe("P");
  expect(container.querySelector("strong")).toHaveTextContent("cache");
  expect(container.querySelector("em")).toHaveTextContent("not");
  expect(container.querySelector("s")).toHaveTextContent("queue");
  expect(container.querySelector("p br")).not.toBeNull();
  expect(container.querySelector("ol")).toHaveAttribute("start", "3");
  expect(container.querySelectorAll("li")).toHaveLength(4);
  expect(container.querySelector("blockquote")).toHaveTextContent("quote");
  expect(container.querySelector("pre code")?.textContent).toBe("vllm <serve>\n");
  expect(within(screen.getByRole("table")).getByRole("columnheader", { name: "ms" })).toBeVisible();
  expect(screen.getByRole("cell", { name: "20" })).toBeVisible();
});

test("plain text with several lines keeps its lines", () => {
  expect(show("At 03:10 the cache was full.\nNobody waited.").querySelectorAll("br")).toHaveLength(1);
});

test("links open http, https and mail addresses in a new tab without access to the page", () => {
  show("[pull](https://example.com/a?b=1#c) http://example.org/x <mailto:ops@example.com>");
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "https://example.com/a?b=1#c",
    "http://example.org/x",
    "mailto:ops@example.com",
  ]);
  for (const link of links) {
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
    expect(link).toHaveAttribute("target", "_blank");
  }
});

const hostile: readonly string[] = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "text <b onclick=alert(1)>bold</b> <!-- comment -->",
  "<iframe src='//example.com'></iframe>",
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt:alert(1))",
  "[a](java&#115;cript:alert(1))",
  "[a](&#x6A;avascript:alert(1))",
  "[a](java\u0000script:alert(1))",
  "[a]( javascript:alert(1) )",
  "[a](vbscript:x)",
  "[a](data:text/html,<script>alert(1)</script>)",
  "![a](data:image/svg+xml,<svg/onload=alert(1)>)",
  "[a](file:///etc/passwd)",
  "[a](//evil.example)",
  "[a](/api/v1/sign-out)",
  "<javascript:alert(1)>",
  "[a]: javascript:alert(1)\n\n[a]",
  "![a][r]\n\n[r]: javascript:alert(1)",
  "<style>*{display:none}</style>",
  "| <script>alert(1)</script> |\n| --- |\n| <svg onload=alert(1)> |",
  "```html\n<script>alert(1)</script>\n```",
];

const allowedTags = new Set(
  "DIV P UL OL LI BLOCKQUOTE HR PRE CODE TABLE THEAD TBODY TR TH TD STRONG EM S BR A BDI".split(" "),
);
const allowedAttributes = new Set(["class", "href", "title", "target", "rel", "start", "scope"]);

/** Returns the elements and attributes that could run a script, load something, or change the page. */
function findDangers(container: HTMLElement): readonly string[] {
  return [...container.querySelectorAll("*")]
    .filter((element) => {
      const names = [...element.attributes].map(({ name }) => name);
      const href = element.getAttribute("href");
      const isSafeLink = href === null || /^(?:https?|mailto):/.test(href);
      return !(
        allowedTags.has(element.tagName) &&
        names.every((name) => allowedAttributes.has(name)) &&
        isSafeLink
      );
    })
    .map(({ outerHTML }) => outerHTML);
}

test.each(hostile)("hostile text %j runs, loads and links nothing", (text) => {
  const container = show(text);
  expect(findDangers(container)).toEqual([]);
  expect(container.querySelector("a")).toBeNull();
});

test("an image is a link, so that no foreign host is called", () => {
  const container = show("![cache by hour](https://example.com/cache.png)");
  expect(container.querySelector("img")).toBeNull();
  expect(screen.getByRole("link", { name: "Image: cache by hour" })).toHaveAttribute(
    "href",
    "https://example.com/cache.png",
  );
});

test("texts of any characters are harmless", () => {
  const part = fc.oneof(
    fc.constantFrom(...hostile),
    fc.constantFrom(
      "[",
      "](",
      ")",
      "<",
      ">",
      "!",
      "`",
      "*",
      "_",
      "|",
      "\n",
      "&",
      "javascript:",
      "https://a.b",
    ),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const { container, unmount } = render(<MarkdownBlocks text={parts.join("")} />);
      expect(findDangers(container)).toEqual([]);
      unmount();
    }),
    { numRuns: 100 },
  );
});

test.each([">", "> ", "[", "![", "*", "_a", "- ", "`a``b", "<", "[a]("])(
  "20,000 characters of %j are rendered",
  (pattern) => {
    const container = show(pattern.repeat(20_000 / pattern.length));
    expect(container).not.toBeEmptyDOMElement();
    expect(findDangers(container)).toEqual([]);
  },
);
