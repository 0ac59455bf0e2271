/** What a gap was taken for where the request's time was told by phase. */
import type { TraceView } from "@/lib/client/trace-view";
import { phaseIds } from "@/lib/model/phase";

const network = phaseIds.indexOf("network");
/** By what lies below it a call is known to be answered: what has no phase of its own, or leads on itself. */
const passThroughPhases = new Set([-1, phaseIds.indexOf("gateway"), network]);

/**
 * The way there and back beside the called side's span, in a span that is known for a call, and before and after all that an answered
 * call has of other services; null where nobody knows. A gap within a call that lies between other spans may be either.
 */
export function gapPhase({ gaps, spans }: Pick<TraceView, "gaps" | "spans">, gap: number): "network" | null {
  const row = gaps.row[gap] ?? -1;
  if (spans.phase[row] !== network) return null;
  const [after, before] = [gaps.after[gap] ?? -1, gaps.before[gap] ?? -1];
  const isElsewhere = (other: number): boolean => other >= 0 && spans.service[other] !== spans.service[row];
  const isCalled = (other: number): boolean =>
    isElsewhere(other) && passThroughPhases.has(spans.phase[other] ?? -1);
  if (isCalled(after) || isCalled(before)) return "network";
  const isAtItsEdge = after === -1 || before === -1;
  if (!isAtItsEdge || !(isElsewhere(after) || isElsewhere(before))) return null;
  return childrenOf(spans, row).some(isCalled) ? "network" : null;
}

function childrenOf({ end }: TraceView["spans"], row: number): readonly number[] {
  const children: number[] = [];
  for (let child = row + 1; child < (end[row] ?? row); child = end[child] ?? child + 1) children.push(child);
  return children;
}
