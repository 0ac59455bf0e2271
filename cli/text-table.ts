/** Rows in columns of plain text: names to the left, numbers to the right. */

export interface TextColumn<Row> {
  readonly title: string;
  readonly isNumber?: true;
  readonly text: (row: Row) => string;
}

const gap = "  ";

export function textTable<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ text }) => text(row))),
  ];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => widthOf(line[at] ?? ""))));
  return cells
    .map((line) =>
      line
        .map((cell, at) => {
          const room = " ".repeat((widths[at] ?? 0) - widthOf(cell));
          return columns[at]?.isNumber === true ? room + cell : cell + room;
        })
        .join(gap)
        .trimEnd(),
    )
    .join("\n");
}

/** In letters, not in code units. */
function widthOf(text: string): number {
  return Array.from(text).length;
}
