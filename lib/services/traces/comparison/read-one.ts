/** One request by its trace's id, analysed. */
import { analyseTrace, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { phaseReader } from "@/lib/analysis/traces/phases";
import { phaseMapsFor } from "@/lib/engines/phase-maps";
import { AppError } from "@/lib/model/app-error";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { traceSource } from "../trace-source";

/** Throws not-found where the source has no such trace. */
export async function readOne(
  deployment: KnownDeployment | null,
  traceId: string,
  signal: AbortSignal,
): Promise<AnalysedTrace> {
  const { source, reader } = await traceSource(deployment?.tracesSource ?? null);
  const trace = await reader.get(traceId, { signal });
  const analysed =
    trace === null
      ? null
      : analyseTrace(trace, phaseReader(phaseMapsFor(deployment?.engine ?? null, deployment?.phases)));
  if (analysed === null)
    throw new AppError(
      "not-found",
      `${source.title} has no trace ${traceId}; it may have been dropped since`,
    );
  return analysed;
}
