/** Handler that computes the cost of each operation of a service, with or without a deployment. */
import type { traceOperationsContract } from "@/lib/contracts/traces/trace-operations";
import { buildOperationTable } from "@/lib/analysis/traces/many/operation-table";
import { slowestOperationSentence } from "@/lib/sentences/traces/slowest-operation";
import { traceStudyLimits } from "@/lib/model/traces/study-bounds";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { truncateList } from "@/lib/services/traces/query/truncate-list";
import { toRetrievalResponse } from "./study-group";
import { readTraceGroup, type TracedService } from "@/lib/services/traces/query/trace-group";
import { findOwnerOfTraceServices } from "@/lib/services/traces/trace-owner";
import { findTraceSource } from "@/lib/services/sources/trace-source";
import { createUnknownServiceError } from "@/lib/services/traces/query/unknown-service";

/**
 * Handles the request for the cost of each operation of a service. Throws not-found when the source does not
 * have the service, and errors of the source.
 */
export const readOperations: Handler<typeof traceOperationsContract> = async ({
  query,
  principal: { sourceScope },
  signal,
  requestId,
}) => {
  const window = resolveRequestedWindow(query);
  const { service } = query;
  const owner = await findOwnerOfTraceServices([service], sourceScope);
  const deployment = owner ?? {
    title: service,
    engine: null,
    tracesSource: null,
    traceServices: [service],
    sourceScope,
  };
  const group = await readTraceGroup({ deployment, service, window, maxTraces: query.n, signal });
  if (group.retrieval.returnedCount === 0) await assertService(service, deployment, signal);
  const operations = buildOperationTable(group.requests);
  return {
    asOfMs: nowMs(),
    window,
    source: group.traceSource,
    deployment: owner?.slug ?? null,
    retrieval: toRetrievalResponse(group, requestId),
    operations: truncateList(operations, traceStudyLimits.maxOperations),
    bottleneck: slowestOperationSentence(operations, group.requests.length),
  };
};

async function assertService(
  service: string,
  { tracesSource, sourceScope }: Pick<TracedService, "tracesSource" | "sourceScope">,
  signal: AbortSignal,
): Promise<void> {
  const { source, reader } = await findTraceSource(tracesSource, sourceScope);
  const names = await reader.services({ signal });
  if (names.includes(service)) return;
  throw createUnknownServiceError(source.title, service, names);
}
