/** Column of a plain-text table. Numbers are right-aligned, other text is left-aligned. */

export interface TextColumn<Row> {
  readonly title: string;
  readonly isNumber?: true;
  readonly formatCell: (row: Row) => string;
}

const gap = "  ";

/** Formats rows as a plain-text table with a header. */
export function formatTextTable<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ formatCell }) => formatCell(row))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => widthOf(line[index] ?? ""))));
  return cells
    .map((line) =>
      line
        .map((cell, index) => {
          const padding = " ".repeat((widths[index] ?? 0) - widthOf(cell));
          return columns[index]?.isNumber === true ? padding + cell : cell + padding;
        })
        .join(gap)
        .trimEnd(),
    )
    .join("\n");
}

/** Counts characters, not UTF-16 code units. */
function widthOf(text: string): number {
  return Array.from(text).length;
}
