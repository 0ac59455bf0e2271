/**
 * Phases of the time to first token, with a consistency check. The phases split the time from the request's start to
 * the token that the engine reports, so they sum to it. A client's own measurement is compared with the sum.
 */
import { readNumberAttribute } from "@/lib/analysis/traces/attributes";
import { assignPhasesToFirstToken, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import {
  listPhasesByStart,
  sumTimesByPhase,
  sumPhaseTimes,
  type PhaseTimes,
} from "@/lib/analysis/traces/phase-segments";
import type { PhaseId } from "@/lib/model/traces/phase";
import { computeMeanPhaseTimes } from "@/lib/analysis/traces/many/duration-bands";

/** Time to first token of one request, divided into phases. */
export interface RequestTtftBreakdown {
  readonly ttftNs: number;
  readonly phaseNs: PhaseTimes;
  /** Phases with time, in the order in which they start. */
  readonly order: readonly PhaseId[];
  /** Sum of the phases; it must equal `ttftNs`. */
  readonly sumNs: number;
  /** Comparison with the time that the client measured; null if it is unknown. */
  readonly client: ClientTtftCheck | null;
}

/** Comparison of the sum of the phases with the time to first token that the client measured. */
export interface ClientTtftCheck {
  readonly clientNs: number;
  /**
   * Client's time minus the sum of the phases: the time from the engine's first token to its arrival at the client, and
   * the time before the first span.
   */
  readonly differenceNs: number;
  /** True if the difference is within the tolerance for clocks and rounding. */
  readonly agrees: boolean;
}

const clientName = "gen_ai.response.time_to_first_chunk";
/** Tolerance for clocks and rounding: 2 %, but at least 1 ms. */
const tolerance = 0.02;
const minToleranceNs = 1_000_000;

/**
 * Divides the time to first token of one request into phases; null when the first token is not reported.
 * `clientNs` is the time that the client measured, if known.
 */
export function computeTtftBreakdown(
  trace: AnalysedTrace,
  clientNs: number | null = null,
): RequestTtftBreakdown | null {
  const segments = assignPhasesToFirstToken(trace);
  if (segments === null || trace.ttftNs === null) return null;
  const phaseNs = sumTimesByPhase(segments);
  const sumNs = sumPhaseTimes(phaseNs);
  const reportedClientNs = clientNs ?? clientTtftNs(trace);
  const order = listPhasesByStart(segments);
  return {
    ttftNs: trace.ttftNs,
    phaseNs,
    order,
    sumNs,
    client: reportedClientNs === null ? null : compareWithClient(reportedClientNs, sumNs),
  };
}

/** Mean time to first token of several requests, divided into phases. */
export type MeanTtftBreakdown = Omit<RequestTtftBreakdown, "client" | "order"> & {
  readonly n: number;
  readonly traceCount: number;
};

/**
 * Returns the mean time to first token, divided into phases, over the traces that report it; null when none
 * does.
 */
export function computeMeanTtftBreakdown(traces: readonly AnalysedTrace[]): MeanTtftBreakdown | null {
  const parts = traces.map((trace) => computeTtftBreakdown(trace)).filter((one) => one !== null);
  return averageTtftBreakdowns(parts, traces.length);
}

/**
 * Averages breakdowns of the time to first token. `traceCount` also counts the traces without a breakdown. Null if
 * there are no breakdowns.
 */
export function averageTtftBreakdowns(
  breakdowns: readonly RequestTtftBreakdown[],
  traceCount: number,
): MeanTtftBreakdown | null {
  if (breakdowns.length === 0) return null;
  const phaseNs = computeMeanPhaseTimes(breakdowns.map((one) => one.phaseNs));
  const ttftNs = breakdowns.reduce((sum, one) => sum + one.ttftNs, 0) / breakdowns.length;
  return { ttftNs, phaseNs, sumNs: sumPhaseTimes(phaseNs), n: breakdowns.length, traceCount: traceCount };
}

/** Returns the time to first token that the client measured, from the outermost span that reports it. */
function clientTtftNs({ rows }: AnalysedTrace): number | null {
  for (const { span } of rows) {
    const seconds = readNumberAttribute(span, clientName);
    if (seconds !== null && seconds > 0) return Math.round(seconds * 1e9);
  }
  return null;
}

function compareWithClient(clientNs: number, sumNs: number): ClientTtftCheck {
  const differenceNs = clientNs - sumNs;
  const agrees = Math.abs(differenceNs) <= Math.max(minToleranceNs, tolerance * clientNs);
  return { clientNs, differenceNs, agrees };
}
