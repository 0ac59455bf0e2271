/** Which operations a service has where none of its traces has the one that was asked for: "chat completions" is "POST /v1/chat/completions". */
import { suggestNames } from "@/lib/base/suggest-names";
import { isAppError } from "@/lib/model/app-error";
import type { TraceReader } from "@/lib/model/trace-reader";
import type { TraceReadResult } from "./read-traces";
import type { TraceReadRequest } from "./read-context";

/** Enough to know what a service does. */
const maxSampledTraces = 50;

export interface NearOperations {
  /** Of the service that was asked. */
  readonly inService: readonly string[];
  /** Of the deployment's other services that the same requests pass. */
  readonly elsewhere: readonly { readonly service: string; readonly operation: string }[];
}

const none: NearOperations = { inService: [], elsewhere: [] };
const maxElsewhere = 3;

/**
 * The nearest first; empty where something was found, no operation was asked for, or none is near. Asks the source once more, for a
 * few traces without conditions; one that does not answer leaves the question as it was.
 */
export async function nearOperations(
  reader: TraceReader,
  {
    service,
    window,
    filters,
    signal,
    timeBudget,
    otherServices = [],
  }: TraceReadRequest & { readonly otherServices?: readonly string[] },
  { returned, filteredOut }: Pick<TraceReadResult, "returned" | "filteredOut">,
): Promise<NearOperations> {
  const requestedOperation = filters?.operation;
  if (requestedOperation === undefined || returned + filteredOut > 0) return none;
  const signals = [signal, timeBudget].filter((each) => each !== undefined);
  try {
    const { traces } = await reader.search({
      service,
      window,
      limit: maxSampledTraces,
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
    return { inService: nearIn(service), elsewhere: elsewhere.slice(0, maxElsewhere) };
  } catch (error) {
    signal?.throwIfAborted();
    if (isAppError(error) || timeBudget?.aborted === true) return none;
    throw error;
  }
}
