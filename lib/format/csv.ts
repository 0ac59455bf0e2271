/** Value of a cell of a CSV file; null for an empty cell. */
export type CsvCell = string | number | null;

/**
 * Start of a text that a spreadsheet may interpret as a formula. A spreadsheet may skip spaces and invisible characters
 * before a sign, and interprets full-width and small signs like normal signs. In some spreadsheets, a leading line break or tab
 * begins a new cell.
 */
const formulaStart =
  /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u;

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
