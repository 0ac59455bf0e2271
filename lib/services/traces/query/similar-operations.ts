/**
 * Suggests operations when no trace has the requested operation, for example "POST /v1/chat/completions" for "chat
 * completions".
 */
import { suggestNames } from "@/lib/base/suggest-names";
import { isAppError } from "@/lib/model/app-error";
import type { TraceReader } from "@/lib/model/traces/trace-reader";
import type { TraceReadResult } from "./read-traces";
import type { TraceReadRequest } from "./read-context";

/** Number of traces to sample: enough to learn a service's operations. */
const maxSampledTraces = 50;

/** Suggestions for a requested operation that no trace has. */
export interface SimilarOperations {
  /** Operations of the requested service. */
  readonly inService: readonly string[];
  /** Operations of other services of the deployment in the same requests. */
  readonly inOtherServices: readonly { readonly service: string; readonly operation: string }[];
}

const none: SimilarOperations = { inService: [], inOtherServices: [] };
const maxElsewhere = 3;

/**
 * Finds operations with a similar name, closest first, if a requested operation has no traces. Sends one
 * more query for a few traces without conditions, and ignores its failure.
 */
export async function findSimilarOperations(
  reader: TraceReader,
  {
    service,
    window,
    filters,
    signal,
    timeBudgetSignal,
    otherServices = [],
  }: TraceReadRequest & { readonly otherServices?: readonly string[] },
  { returnedCount, filteredOutCount }: Pick<TraceReadResult, "returnedCount" | "filteredOutCount">,
): Promise<SimilarOperations> {
  const requestedOperation = filters?.operation;
  if (requestedOperation === undefined || returnedCount + filteredOutCount > 0) return none;
  const signals = [signal, timeBudgetSignal].filter((each) => each !== undefined);
  try {
    const { traces } = await reader.search({
      service,
      window,
      maxTraces: maxSampledTraces,
      signal: AbortSignal.any(signals),
    });
    const spans = traces.flatMap((trace) => trace.spans);
    const nearIn = (name: string): readonly string[] => {
      const operations = spans.filter((span) => span.service === name).map(({ operation }) => operation);
      return suggestNames(requestedOperation, [...new Set(operations)]);
    };
    const elsewhere = otherServices
      .filter((name) => name !== service)
      .flatMap((name) => nearIn(name).map((operation) => ({ service: name, operation })));
    return { inService: nearIn(service), inOtherServices: elsewhere.slice(0, maxElsewhere) };
  } catch (error) {
    signal?.throwIfAborted();
    if (isAppError(error) || timeBudgetSignal?.aborted === true) return none;
    throw error;
  }
}
