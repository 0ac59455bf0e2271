/** A chart in a sentence, for those who do not see it. */
import { formatNumber, formatValue, thinSpace } from "@/lib/format/number";
import { formatSpan } from "@/lib/format/time";
import type { PreparedSeries } from "./time-series";

export function chartSummary(data: PreparedSeries): string {
  const spanMs = ((data.timesSec.at(-1) ?? 0) - (data.timesSec[0] ?? 0)) * 1000;
  const { unit } = formatValue(0, "seconds", data.displayUnit);
  const lines = data.rows.map((row) => {
    const present = row.values.filter((value) => value !== null);
    const last = present.at(-1);
    if (last === undefined) return `${row.label} has no numbers`;
    const range = `between ${formatNumber(Math.min(...present))} and ${formatNumber(Math.max(...present))}`;
    return `${row.label} is ${formatNumber(last)}${thinSpace}${unit}, ${range}`;
  });
  const { ghost, usual } = data;
  const before = ghost?.values.findLast((value) => value !== null) ?? null;
  if (ghost !== undefined && before !== null)
    lines.push(`in ${ghost.label} it was ${formatNumber(before)}${thinSpace}${unit} at the same point`);
  if (usual !== undefined) lines.push(usual.words);
  return `Over ${formatSpan(spanMs)}: ${lines.join("; ")}.`;
}
