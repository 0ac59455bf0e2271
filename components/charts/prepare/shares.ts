/** Shares of end-to-end time, stacked in the order of a request's phases, with the unexplained share last. */
import type { Answer } from "@/lib/model/answer";
import { computeStackTops } from "./stack";
import { prepareTimeSeries, type DrawnRow, type RowSeries, type PreparedSeries } from "./time-series";

const phases: Readonly<Record<string, { readonly label: string; readonly colour: string }>> = {
  "queue-time": { label: "queue", colour: "ph-queue" },
  "prefill-time": { label: "prefill", colour: "ph-prefill" },
  "decode-time": { label: "decode", colour: "ph-decode" },
};

/** Converts an answer whose series are shares of one total to stacked areas. */
export function prepareShares(answer: Answer): PreparedSeries {
  const lines = prepareTimeSeries(answer, { displayUnit: "%" });
  const rows = lines.rows.map((row): DrawnRow => ({ ...row, isHeadline: false, ...styleOf(row.series) }));
  return { ...lines, rows, stackTops: computeStackTops(rows.map(({ values }) => values)) };
}

function styleOf({ role, signal }: RowSeries): Partial<DrawnRow> {
  if (role === "unexplained") return { label: "unexplained", colour: "ph-unexplained", isHatched: true };
  return (signal !== undefined && phases[signal]) || {};
}
