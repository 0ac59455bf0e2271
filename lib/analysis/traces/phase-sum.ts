/** Checks whether the phases of a request explain its measured time. */

/** Sum of the phases, time that the trace reports, and comparison with the time that the client measured. */
interface MeasuredPhases {
  readonly sumNs: number;
  readonly reportedNs: number;
  readonly client: { readonly agrees: boolean } | null;
}

/**
 * Result of the check of the phases of a request. First, their sum is compared with the time of the trace. If they are
 * equal and the client also measured the time, the result is the comparison with the client's time.
 */
export type PhaseSumJudgement =
  | "equals-trace"
  | "differs-from-trace"
  | "equals-client"
  | "differs-from-client";

/** Tolerance for rounding. */
const roundingNs = 1;

/** Checks the sum of the phases against the time of the trace, and then against the time that the client measured. */
export function judgePhaseSum({ sumNs, reportedNs, client }: MeasuredPhases): PhaseSumJudgement {
  if (Math.abs(sumNs - reportedNs) > roundingNs) return "differs-from-trace";
  if (client === null) return "equals-trace";
  return client.agrees ? "equals-client" : "differs-from-client";
}
