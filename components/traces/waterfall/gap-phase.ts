/** What a gap was taken for where the request's time was told by phase. */
import type { TraceView } from "@/lib/client/trace-view";
import { phaseIds } from "@/lib/model/phase";

const network = phaseIds.indexOf("network");
/** By what lies below it a call is known to be answered: what has no phase of its own, or leads on itself. */
const goesOn = new Set([-1, phaseIds.indexOf("gateway"), network]);

/**
 * The way there and back beside the called side's span, in a span that is known for a call; null where nobody knows. A gap within a
 * call that lies between other spans may be either.
 */
export function gapPhase({ gaps, spans }: Pick<TraceView, "gaps" | "spans">, gap: number): "network" | null {
  const row = gaps.row[gap] ?? -1;
  if (spans.phase[row] !== network) return null;
  const isCalled = (other: number | undefined): boolean =>
    other !== undefined &&
    other >= 0 &&
    spans.service[other] !== spans.service[row] &&
    goesOn.has(spans.phase[other] ?? -1);
  return isCalled(gaps.after[gap]) || isCalled(gaps.before[gap]) ? "network" : null;
}
