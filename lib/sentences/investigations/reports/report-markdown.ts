/** Writes a report as Markdown. Texts of people cannot add headings, HTML or further blocks. */
import type { Report, ReportBlock, ReportTable } from "@/lib/model/investigation/reports/report";
import { reportKindTitles } from "@/lib/model/investigation/reports/report-kinds";
import { investigationName } from "@/lib/model/investigation/investigation";
import { plainText } from "@/lib/sentences/markdown-text";
import { quoteMarkdown } from "../quote-markdown";
import { writeTime } from "./report-context";

/** Returns the document, which ends with a line break. Times of the texts are in the time zone of the report. */
export function writeReportMarkdown(report: Report): string {
  const { kind, number, title, lead, sections, remarks, createdAtMs, timeZone } = report;
  return [
    `# ${investigationName(number)} ${plainText(title)}`,
    `${reportKindTitles[kind]}, ${writeTime(createdAtMs, { timeZone })}`,
    boldText(lead),
    ...sections.flatMap((section) => [
      `${"#".repeat(section.level)} ${plainText(section.title)}`,
      ...section.blocks.map(writeBlock),
    ]),
    ...remarks.map(paragraphText),
    "",
  ]
    .filter((part, index, parts) => part !== "" || index === parts.length - 1)
    .join("\n\n");
}

function writeBlock(block: ReportBlock): string {
  switch (block.kind) {
    case "text":
      return paragraphText(block.text);
    case "markdown":
      return [...(block.label === null ? [] : [boldText(block.label)]), quoteMarkdown(block.text)].join(
        "\n\n",
      );
    case "facts":
      return block.facts.map(({ name, value }) => `- ${paragraphText(name)}: ${plainText(value)}`).join("\n");
    case "list":
      return block.items
        .map(({ text, isTicked }) => `- ${tickText(isTicked)}${paragraphText(text)}`)
        .join("\n");
    case "table":
      return writeTable(block);
    case "chart":
      return [paragraphText(block.title), paragraphText(block.description), writeTable(block.table)].join(
        "\n\n",
      );
    case "missing":
      return `*Missing:* ${plainText(block.text)}`;
  }
}

/** Returns bold text; empty for an empty text, because four asterisks are a line. */
function boldText(text: string): string {
  const plain = plainText(text.trim());
  return plain === "" ? "" : `**${plain}**`;
}

function tickText(isTicked: boolean | null): string {
  if (isTicked === null) return "";
  return isTicked ? "[x] " : "[ ] ";
}

/** Returns a paragraph whose start is not the start of a list, a code block or another block. */
function paragraphText(text: string): string {
  return plainText(text.trim()).replace(/^(?:[-+=~]|\d{1,9}(?=[.)](?:\s|$)))/, (start) =>
    /^\d/.test(start) ? `${start}\\` : `\\${start}`,
  );
}

function writeTable({ columns, rows }: ReportTable): string {
  return [columns, columns.map(() => "---"), ...rows]
    .map((cells, index) => `| ${(index === 1 ? cells : cells.map(plainText)).join(" | ")} |`)
    .join("\n");
}
