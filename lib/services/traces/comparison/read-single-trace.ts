/** Reads and analyses one request by trace id. */
import { analyseTrace, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { phaseReader } from "@/lib/analysis/traces/phases";
import { AppError } from "@/lib/model/app-error";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import type { PhaseMap } from "@/lib/model/traces/phase-map";
import type { Trace } from "@/lib/model/traces/trace";
import { phaseMapsOfOwner, phaseMapsOfTrace } from "../trace-maps";
import { traceSource } from "../../sources/trace-source";

/** Throws not-found when the source does not have the trace. */
export async function readSingleTrace(
  deployment: KnownDeployment | null,
  traceId: string,
  signal: AbortSignal,
): Promise<AnalysedTrace> {
  const { source, reader } = await traceSource(deployment?.tracesSource ?? null);
  const trace = await reader.get(traceId, { signal });
  const analysed = trace === null ? null : analyseTrace(trace, phaseReader(await mapsFor(trace, deployment)));
  if (analysed === null)
    throw new AppError(
      "not-found",
      `${source.title} has no trace ${traceId}. Its retention may have expired.`,
    );
  return analysed;
}

async function mapsFor(trace: Trace, deployment: KnownDeployment | null): Promise<readonly PhaseMap[]> {
  return deployment === null ? phaseMapsOfTrace(trace, undefined) : phaseMapsOfOwner(deployment);
}
