/** Wording of the check whether the phases of a request explain its measured time. */
import type { PhaseSumJudgement } from "@/lib/analysis/traces/phase-sum";
import type { TimeParts } from "@/lib/contracts/traces/traces";
import { formatNanoseconds } from "@/lib/format/time";

/** Returns the sum of the phases next to the measured time, and whether they are equal. */
export function phaseSumText(
  { sumNs, reportedNs, client }: TimeParts,
  judgement: PhaseSumJudgement,
  isTtft: boolean,
): string {
  const sum = formatNanoseconds(sumNs);
  const measuredInterval = isTtft
    ? "from the start of the request to the engine's first token"
    : "of the root span";
  if (judgement === "differs-from-trace")
    return `The phases add up to ${sum}, not to the ${formatNanoseconds(reportedNs)} ${measuredInterval}`;
  if (judgement === "equals-trace" || client === null)
    return `The phases add up to the ${sum} ${measuredInterval}`;
  const clientTime = formatNanoseconds(client.clientNs);
  if (judgement === "equals-client") return `The phases add up to the ${clientTime} that the client measured`;
  const difference = `${formatNanoseconds(Math.abs(client.differenceNs))} ${client.differenceNs > 0 ? "more" : "less"}`;
  return `The phases add up to ${sum}, but the client measured ${clientTime}, ${difference}`;
}
