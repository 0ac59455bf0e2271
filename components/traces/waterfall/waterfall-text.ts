/** Number formats and texts shared by the parts of the waterfall. */
import { formatAlignedPercent, formatNumber, thinSpace } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import type { TraceView } from "@/lib/client/trace-view";
import { findGapPhase } from "./gap-phase";

const units = [
  ["ms", 1e6],
  ["µs", 1e3],
  ["ns", 1],
] as const;

/** Time unit of a table column, and its length in nanoseconds. */
export interface ColumnUnit {
  readonly name: string;
  readonly nanoseconds: number;
}

/** Returns one unit for a column, chosen so that the longest value has at least two digits. */
export function chooseColumnUnit(longestNs: number): ColumnUnit {
  const [name, ns] = units.find(([, size]) => longestNs >= 10 * size) ?? ["ns", 1];
  return { name, nanoseconds: ns };
}

/** Formats a duration in the unit of its column, without the unit. */
export function formatInUnit(ns: number, unit: ColumnUnit): string {
  return formatNumber(ns / unit.nanoseconds);
}

/** Formats a share with one decimal, so that shares of one total align. A small share that is not 0 is not "0.0". */
export function formatAlignedShare(share: number): string {
  return `${formatAlignedPercent(share)}${thinSpace}%`;
}

/**
 * Describes a gap: "72 ms gap between retrieve features and POST engine", or "301 ms network time before
 * llm_request".
 */
export function gapText(trace: Pick<TraceView, "gaps" | "spans">, gapIndex: number): string {
  const { gaps, spans } = trace;
  const nameOf = (row: number): string => spans.names[spans.nameIndex[row] ?? -1] ?? "";
  const [after, before] = [gaps.after[gapIndex] ?? -1, gaps.before[gapIndex] ?? -1];
  const length = formatNanoseconds((gaps.toNs[gapIndex] ?? 0) - (gaps.fromNs[gapIndex] ?? 0));
  const what = findGapPhase(trace, gapIndex) === null ? "gap" : "network time";
  if (after === -1) return `${length} ${what} before ${nameOf(before)}`;
  if (before === -1) return `${length} ${what} after ${nameOf(after)}`;
  return `${length} ${what} between ${nameOf(after)} and ${nameOf(before)}`;
}

/** Explanation of how the critical path is found. The glossary has its definition. */
export const criticalPathExplanation =
  "The path is found by walking back from the end of the root span. A parent waits for the child that ends last. Before the start of that child, the parent waits for an earlier child: of those that started before, the child that ends last. While no child runs, the parent itself is on the path. The rule repeats within each child. For a span that outlives its parent, the nearest ancestor that is still running waits. A span that streams another span's output counts only after that span has ended. The path is inferred, because spans do not record who waits for whom.";
