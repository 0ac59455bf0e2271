/** A chart in a sentence, for those who do not see it. */
import { formatNumber, formatValue, thinSpace } from "@/lib/format/number";
import { formatSpan } from "@/lib/format/time";
import type { PreparedSeries } from "./time-series";

export function chartSummary(data: PreparedSeries): string {
  const spanMs = ((data.timesSec.at(-1) ?? 0) - (data.timesSec[0] ?? 0)) * 1000;
  const { unit } = formatValue(0, "seconds", data.displayUnit);
  const lines = data.rows.map((row) => {
    const present = spanOf(row.values);
    if (present === undefined) return `${row.label} has no numbers`;
    const range = `between ${formatNumber(present.least)} and ${formatNumber(present.most)}`;
    return `${row.label} is ${formatNumber(present.last)}${thinSpace}${unit}, ${range}`;
  });
  const { ghost, usual } = data;
  const before = ghost?.values.findLast((value) => value !== null) ?? null;
  if (ghost !== undefined && before !== null)
    lines.push(`in ${ghost.label} it was ${formatNumber(before)}${thinSpace}${unit} at the same point`);
  if (usual !== undefined) lines.push(usual.words);
  return `Over ${formatSpan(spanMs)}: ${lines.join("; ")}.`;
}

interface Span {
  readonly least: number;
  readonly most: number;
  readonly last: number;
}

/** Undefined where there is no number. */
function spanOf(values: readonly (number | null)[]): Span | undefined {
  const last = values.findLast((value) => value !== null) ?? null;
  if (last === null) return undefined;
  let [least, most] = [last, last];
  for (const value of values) {
    if (value === null) continue;
    if (value < least) least = value;
    else if (value > most) most = value;
  }
  return { least, most, last };
}
