import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import type { Report, ReportBlock } from "@/lib/model/investigation/reports/report";
import { writeReportMarkdown } from "./report-markdown";

const withBlocks = (blocks: readonly ReportBlock[], text = "Full cache"): Report => ({
  schemaVersion: 1,
  kind: "executive",
  number: 4,
  title: text,
  createdAtMs: Date.UTC(2026, 10, 20, 8),
  timeZone: "UTC",
  lead: text,
  sections: [{ title: "Cause", level: 2, blocks: [...blocks] }],
  remarks: [text],
});

test("writes each kind of block, and a chart as its description and its values", () => {
  const text = writeReportMarkdown(
    withBlocks([
      { kind: "list", items: [{ text: "one factor", isTicked: true }] },
      { kind: "facts", facts: [{ name: "State", value: "Resolved" }] },
      { kind: "missing", text: "No goal is set.", path: "/investigations/INV-4" },
      {
        kind: "chart",
        title: "TTFT",
        description: "0.1 to 0.2 s",
        figure: { kind: "intervals", unit: "seconds", displayUnit: "s", limit: null, rows: [] },
        table: { caption: "TTFT", columns: ["", "Value"], rows: [["Baseline", "0.10 s"]] },
      },
    ]),
  );
  for (const part of [
    "# INV-4 Full cache\n\nExecutive report, Fri 20 Nov 2026, 08:00 UTC",
    "## Cause\n\n- [x] one factor",
    "- State: Resolved",
    "*Missing:* No goal is set.",
    "TTFT\n\n0.1 to 0.2 s\n\n|  | Value |\n| --- | --- |\n| Baseline | 0.10 s |",
  ])
    expect(text).toContain(part);
  expect(text.endsWith("\n")).toBe(true);
});

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      "\n",
      "\r",
      "\n\n",
      "# ",
      "- ",
      "~~~",
      "```",
      "---",
      "<b>",
      "|",
      "> ",
      "1. ",
      "    ",
      "[a](http://x)",
      "\\",
    ),
    fc.string({ maxLength: 5 }),
  ),
  { maxLength: 12 },
);

test("texts of people add no heading, no HTML and no block outside of their quotation", () => {
  const parser = new MarkdownIt({ html: true });
  fc.assert(
    fc.property(hostile, (parts) => {
      const text = parts.join("");
      const blocks: readonly ReportBlock[] = [
        { kind: "text", text },
        { kind: "facts", facts: [{ name: text, value: text }] },
        { kind: "list", items: [{ text, isTicked: null }] },
        { kind: "table", caption: text, columns: ["", text], rows: [["a", text]] },
        { kind: "missing", text, path: "" },
        { kind: "markdown", label: null, text },
        { kind: "text", text: "The last paragraph." },
      ];
      const tokens = parser.parse(writeReportMarkdown(withBlocks(blocks, text)), {});
      const outside = tokens.filter(({ level }) => level === 0).map(({ type }) => type);
      expect(outside.filter((type) => type === "heading_open")).toHaveLength(2);
      expect(
        outside.filter((type) => /^(?:fence|code_block|hr|html_block|ordered_list_open)$/.test(type)),
      ).toEqual([]);
      const inline = tokens.flatMap(({ children }) => children ?? []).map(({ type }) => type);
      expect(inline).not.toContain("html_inline");
    }),
    { numRuns: 300 },
  );
});
