/**
 * Where the time to the first token went, and whether the sum holds: the phases are parts of the time from the request's start to
 * the token that the engine tells, so they add up to it; a client that tells its own figure is set beside it.
 */
import { numberAttribute } from "@/lib/analysis/traces/attributes";
import { sectionsToFirstToken, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { phaseOrder, phaseTimes, sumOfPhases, type PhaseTimes } from "@/lib/analysis/traces/phase-sections";
import type { PhaseId } from "@/lib/model/phase";
import { meanPhases } from "./phase-bands";

export interface TtftParts {
  readonly ttftNs: number;
  readonly phaseNs: PhaseTimes;
  /** Those that took time, in the order in which they began. */
  readonly order: readonly PhaseId[];
  /** Sum of the phases: equal to `ttftNs`, or something is wrong with the reading. */
  readonly sumNs: number;
  readonly client: ClientCheck | null;
}

export interface ClientCheck {
  readonly clientNs: number;
  /** Client less sum: what went by between the engine's first token and the client's, and before the first span. */
  readonly differenceNs: number;
  readonly agrees: boolean;
}

const clientName = "gen_ai.response.time_to_first_chunk";
/** Clocks and rounding: 2 %, or 1 ms if that is more. */
const tolerance = 0.02;
const minToleranceNs = 1_000_000;

/** Null where nobody tells the first token. `clientNs`: what a client measured, where no span tells it. */
export function ttftBreakdown(trace: AnalysedTrace, clientNs: number | null = null): TtftParts | null {
  const sections = sectionsToFirstToken(trace);
  if (sections === null || trace.ttftNs === null) return null;
  const phaseNs = phaseTimes(sections);
  const sumNs = sumOfPhases(phaseNs);
  const reportedClientNs = clientNs ?? clientTtftNs(trace);
  const order = phaseOrder(sections);
  return {
    ttftNs: trace.ttftNs,
    phaseNs,
    order,
    sumNs,
    client: reportedClientNs === null ? null : compare(reportedClientNs, sumNs),
  };
}

export type MeanTtft = Omit<TtftParts, "client" | "order"> & { readonly n: number; readonly total: number };

/** Mean over the traces that tell their first token; `of`: how many were read. Null when none does. */
export function meanTtft(traces: readonly AnalysedTrace[]): MeanTtft | null {
  const parts = traces.map((trace) => ttftBreakdown(trace)).filter((one) => one !== null);
  return meanOfTtftParts(parts, traces.length);
}

/** `parts`: of those traces that tell it, out of `of`. */
export function meanOfTtftParts(parts: readonly TtftParts[], total: number): MeanTtft | null {
  if (parts.length === 0) return null;
  const phaseNs = meanPhases(parts.map((one) => one.phaseNs));
  const ttftNs = parts.reduce((sum, one) => sum + one.ttftNs, 0) / parts.length;
  return { ttftNs, phaseNs, sumNs: sumOfPhases(phaseNs), n: parts.length, total };
}

/** Of the outermost call that tells it. */
function clientTtftNs({ rows }: AnalysedTrace): number | null {
  for (const { span } of rows) {
    const seconds = numberAttribute(span, clientName);
    if (seconds !== null && seconds > 0) return Math.round(seconds * 1e9);
  }
  return null;
}

function compare(clientNs: number, sumNs: number): ClientCheck {
  const differenceNs = clientNs - sumNs;
  const agrees = Math.abs(differenceNs) <= Math.max(minToleranceNs, tolerance * clientNs);
  return { clientNs, differenceNs, agrees };
}
