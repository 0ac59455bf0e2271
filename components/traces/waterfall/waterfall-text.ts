/** Numbers and words of the waterfall that are the same in several places. */
import { formatNumber, thinSpace } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import type { TraceView } from "@/lib/client/trace-view";
import { gapPhase } from "./gap-phase";

const units = [
  ["ms", 1e6],
  ["µs", 1e3],
  ["ns", 1],
] as const;

export interface ColumnUnit {
  readonly name: string;
  readonly ns: number;
}

/** One unit for a whole column: that of the longest, with two digits at least. */
export function columnUnit(longestNs: number): ColumnUnit {
  const [name, ns] = units.find(([, size]) => longestNs >= 10 * size) ?? ["ns", 1];
  return { name, ns };
}

export function inUnit(ns: number, unit: ColumnUnit): string {
  return formatNumber(ns / unit.ns);
}

/** Shares of one whole stand under each other, all to a tenth of a percent. */
export function shareText(share: number): string {
  return `${(share * 100).toFixed(1)}${thinSpace}%`;
}

/** "72 ms gap between retrieve features and POST engine", "301 ms on the network before llm_request". */
export function gapText(trace: Pick<TraceView, "gaps" | "spans">, gap: number): string {
  const { gaps, spans } = trace;
  const nameOf = (row: number): string => spans.names[spans.name[row] ?? -1] ?? "";
  const [after, before] = [gaps.after[gap] ?? -1, gaps.before[gap] ?? -1];
  const length = formatNanoseconds((gaps.toNs[gap] ?? 0) - (gaps.fromNs[gap] ?? 0));
  const what = gapPhase(trace, gap) === null ? "gap" : "on the network";
  if (after === -1) return `${length} ${what} before ${nameOf(before)}`;
  if (before === -1) return `${length} ${what} after ${nameOf(after)}`;
  return `${length} ${what} between ${nameOf(after)} and ${nameOf(before)}`;
}

/** What the critical path is, and by which rule it was found. */
export const criticalRule =
  "For each instant of the request the one span that its end waited for. Found by walking back from the end of the root: the child that ends last is what its parent waited for, before that child's start the one that ends last among those begun by then, and the parent itself while no child runs; the same within each child. A span that runs on after its parent was handed off: the nearest span above that still ran waited for it. A span that streams what another puts out counts only after that other has ended. It is inferred: spans do not say who waited for whom.";
