/** Reads parts of a report in tests. */
import { thinSpace } from "@/lib/format/number";
import type { Report } from "@/lib/model/investigation/reports/report";

/** Returns the texts of missing parts. */
export function listMissingTexts(report: Report): readonly string[] {
  return report.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "missing" ? [block.text] : [])),
  );
}

/** Returns the blocks of the section with this title. */
export function findSectionBlocks(report: Report, title: string): Report["sections"][number]["blocks"] {
  const blocks = report.sections.find((section) => section.title === title)?.blocks ?? [];
  // Numbers have a thin space before their unit.
  return JSON.parse(JSON.stringify(blocks).replaceAll(thinSpace, " ")) as typeof blocks;
}
