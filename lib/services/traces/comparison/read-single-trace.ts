/** Reads and analyses one request by trace id. */
import { analyseTrace, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { createPhaseReader } from "@/lib/analysis/traces/phases";
import { AppError } from "@/lib/model/app-error";
import type { PhaseMap } from "@/lib/model/traces/phase-map";
import type { Trace } from "@/lib/model/traces/trace";
import { listPhaseMapsOfOwner, findPhaseMapsOfTrace } from "../trace-maps";
import type { ComparisonSide } from "./resolve-comparison";
import { findTraceSource } from "../../sources/trace-source";

/** Returns one trace of a comparison. Throws not-found when the source does not have the trace. */
export async function readSingleTrace(
  { deployment, sourceScope }: Pick<ComparisonSide, "deployment" | "sourceScope">,
  traceId: string,
  signal: AbortSignal,
): Promise<AnalysedTrace> {
  const { source, reader } = await findTraceSource(deployment?.tracesSource ?? null, sourceScope);
  const trace = await reader.get(traceId, { signal });
  const maps = async (read: Trace): Promise<readonly PhaseMap[]> =>
    deployment === null
      ? findPhaseMapsOfTrace(read, undefined, sourceScope)
      : listPhaseMapsOfOwner(deployment);
  const analysed = trace === null ? null : analyseTrace(trace, createPhaseReader(await maps(trace)));
  if (analysed === null)
    throw new AppError(
      "not-found",
      `${source.title} has no trace ${traceId}. Its retention may have expired.`,
    );
  return analysed;
}
