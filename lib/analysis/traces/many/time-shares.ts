/** Fractions of request time for useful work, waiting and overhead, along the critical path. They sum to 1. */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { phaseIds, type PhaseId } from "@/lib/model/traces/phase";

/** Fractions of the total time of the requests, 0 to 1. */
export interface TimeShares {
  readonly traceCount: number;
  readonly totalNs: number;
  /** Prefill, decode, and fetching features or documents for the prompt. */
  readonly work: number;
  /** Time in queues. */
  readonly waiting: number;
  /** Gateway, admission, network, tokenization, detokenization and responses. */
  readonly overhead: number;
  /** Serialization of responses. Included in `overhead`. */
  readonly serialization: number;
  /** Time in spans that belong to no other phase. */
  readonly other: number;
  /** Time that no span or attribute reports. */
  readonly unexplained: number;
}

const parts: { readonly [P in PhaseId]: "work" | "waiting" | "overhead" | "other" | "unexplained" } = {
  gateway: "overhead",
  admission: "overhead",
  network: "overhead",
  "feature-retrieval": "work",
  tokenize: "overhead",
  queue: "waiting",
  prefill: "work",
  decode: "work",
  detokenize: "overhead",
  assembly: "overhead",
  serialize: "overhead",
  stream: "overhead",
  other: "other",
  unexplained: "unexplained",
};

/**
 * Returns how the total time of the traces is divided into work, waiting, overhead and the rest, 0 to 1.
 * Null if the total time is 0.
 */
export function computeTimeShares(traces: readonly AnalysedTrace[]): TimeShares | null {
  const totalNs = traces.reduce((sum, { durationNs }) => sum + durationNs, 0);
  if (totalNs === 0) return null;
  const of = (isIncluded: (phase: PhaseId) => boolean): number => {
    const phases = phaseIds.filter(isIncluded);
    const ns = traces.reduce(
      (sum, { phaseNs }) => sum + phases.reduce((phaseSum, phase) => phaseSum + phaseNs[phase], 0),
      0,
    );
    return ns / totalNs;
  };
  return {
    traceCount: traces.length,
    totalNs,
    work: of((phase) => parts[phase] === "work"),
    waiting: of((phase) => parts[phase] === "waiting"),
    overhead: of((phase) => parts[phase] === "overhead"),
    serialization: of((phase) => phase === "serialize"),
    other: of((phase) => parts[phase] === "other"),
    unexplained: of((phase) => parts[phase] === "unexplained"),
  };
}
