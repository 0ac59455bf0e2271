/** Shortens the parts of a report so that they fit on one A4 page together. */
import { countWithNoun } from "@/lib/format/agreement";
import type { Report, ReportBlock } from "@/lib/model/investigation/reports/report";
import { shortenText } from "./shorten";

/** Lengths in characters, and numbers of rows and items. */
const limits = { lead: 240, text: 320, item: 130, cell: 60, rows: 4, items: 4 } as const;

/** Shortens the texts of a report so that it fits on one page. A remark states that texts are shortened. */
export function fitToPage(report: Report): Report {
  const fitted: Report = {
    ...report,
    lead: shortenText(report.lead, limits.lead),
    sections: report.sections.map((section) => ({ ...section, blocks: section.blocks.map(fitBlock) })),
  };
  if (JSON.stringify(fitted) === JSON.stringify(report)) return report;
  const remark = "Long texts and lists are shortened. The working report contains them completely.";
  return { ...fitted, remarks: [...report.remarks, remark] };
}

function fitBlock(block: ReportBlock): ReportBlock {
  switch (block.kind) {
    case "text":
    case "missing":
      return { ...block, text: shortenText(block.text, limits.text) };
    case "list":
      return fitList(block);
    case "table":
      return { ...block, ...fitRows(block) };
    case "chart":
      return {
        ...block,
        title: shortenText(block.title, limits.item),
        description: shortenText(block.description, limits.lead),
        table: { ...block.table, ...fitRows(block.table) },
      };
    case "markdown":
      return { ...block, text: shortenText(block.text, limits.text) };
    case "facts":
      return {
        ...block,
        facts: block.facts
          .slice(0, limits.items)
          .map(({ name, value }) => ({ name, value: shortenText(value, limits.item) })),
      };
  }
}

type List = Extract<ReportBlock, { kind: "list" }>;

/** Returns the first items, and the number of the others as the last item. */
function fitList({ kind, items }: List): List {
  const first = items
    .slice(0, limits.items)
    .map(({ text, isTicked }) => ({ text: shortenText(text, limits.item), isTicked }));
  const restCount = items.length - first.length;
  if (restCount === 0) return { kind, items: first };
  const rest = { text: `${countWithNoun(restCount, "more item")} in the working report.`, isTicked: null };
  return { kind, items: [...first, rest] };
}

function fitRows({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  return { rows: rows.slice(0, limits.rows).map((row) => row.map((cell) => shortenText(cell, limits.cell))) };
}
