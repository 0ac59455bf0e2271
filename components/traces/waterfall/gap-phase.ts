/** Phase of a gap, as in the split of the request time. */
import type { TraceView } from "@/lib/client/trace-view";
import { phaseIds } from "@/lib/model/traces/phase";

const network = phaseIds.indexOf("network");
/**
 * Phases of spans that can lead to the span of the called service: unknown phases and those that forward the call.
 */
const passThroughPhases = new Set([-1, phaseIds.indexOf("gateway"), network]);

/**
 * Returns "network" for a gap in a call that is next to the span of the called service. Null for other gaps,
 * of which it is unknown whether they are network time.
 */
export function findGapPhase(
  { gaps, spans }: Pick<TraceView, "gaps" | "spans">,
  gapIndex: number,
): "network" | null {
  const row = gaps.row[gapIndex] ?? -1;
  if (spans.phaseIndex[row] !== network) return null;
  const [after, before] = [gaps.after[gapIndex] ?? -1, gaps.before[gapIndex] ?? -1];
  const isElsewhere = (other: number): boolean =>
    other >= 0 && spans.serviceIndex[other] !== spans.serviceIndex[row];
  const isCalled = (other: number): boolean =>
    isElsewhere(other) && passThroughPhases.has(spans.phaseIndex[other] ?? -1);
  if (isCalled(after) || isCalled(before)) return "network";
  const isAtItsEdge = after === -1 || before === -1;
  if (!isAtItsEdge || !(isElsewhere(after) || isElsewhere(before))) return null;
  return childrenOf(spans, row).some(isCalled) ? "network" : null;
}

function childrenOf({ subtreeEndRow }: TraceView["spans"], row: number): readonly number[] {
  const children: number[] = [];
  for (let child = row + 1; child < (subtreeEndRow[row] ?? row); child = subtreeEndRow[child] ?? child + 1)
    children.push(child);
  return children;
}
