/** Checks whether the phases of a request explain its measured time. */

/** Sum of the phases, time that the trace reports, and comparison with the time that the client measured. */
interface MeasuredPhases {
  readonly sumNs: number;
  readonly reportedNs: number;
  readonly client: { readonly agrees: boolean } | null;
}

/**
 * Whether the sum of the phases equals the time of the trace, and then the time that the client measured.
 * The client's time is compared only if the trace's is equal.
 */
export type PhaseSumJudgement =
  | "equals-trace"
  | "differs-from-trace"
  | "equals-client"
  | "differs-from-client";

/** Tolerance for rounding. */
const roundingNs = 1;

/** Compares the sum of the phases with the time of the trace, then with the time that the client measured. */
export function judgePhaseSum({ sumNs, reportedNs, client }: MeasuredPhases): PhaseSumJudgement {
  if (Math.abs(sumNs - reportedNs) > roundingNs) return "differs-from-trace";
  if (client === null) return "equals-trace";
  return client.agrees ? "equals-client" : "differs-from-client";
}
