/** Null is an empty cell. */
export type CsvCell = string | number | null;

const formulaStart = /^[=+\-@\t\r]/;

/** Returns CSV that is safe to open in a spreadsheet: text that looks like a formula is quoted. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => row.map(toCell).join(",")).join("\r\n");
}

function toCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const safe = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
