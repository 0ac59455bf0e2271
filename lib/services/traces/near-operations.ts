/** Which operations a service has where none of its traces has the one that was asked for: "chat completions" is "POST /v1/chat/completions". */
import { namesNear } from "@/lib/base/names-near";
import { isAppError } from "@/lib/model/app-error";
import type { TraceReader } from "@/lib/model/trace-reader";
import type { TracesRead } from "./read-traces";
import type { TracesAsk } from "./reading";

/** Enough to know what a service does. */
const looksAt = 50;

export interface NearOperations {
  /** Of the service that was asked. */
  readonly own: readonly string[];
  /** Of the deployment's other services that the same requests pass. */
  readonly elsewhere: readonly { readonly service: string; readonly operation: string }[];
}

const none: NearOperations = { own: [], elsewhere: [] };
const mostElsewhere = 3;

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
    enough,
    others = [],
  }: TracesAsk & { readonly others?: readonly string[] },
  { got, filteredOut }: Pick<TracesRead, "got" | "filteredOut">,
): Promise<NearOperations> {
  const asked = filters?.operation;
  if (asked === undefined || got + filteredOut > 0) return none;
  const signals = [signal, enough].filter((each) => each !== undefined);
  try {
    const { traces } = await reader.search({
      service,
      window,
      limit: looksAt,
      signal: AbortSignal.any(signals),
    });
    const spans = traces.flatMap((trace) => trace.spans);
    const nearIn = (name: string): readonly string[] => {
      const all = spans.filter((span) => span.service === name).map(({ operation }) => operation);
      return namesNear(asked, [...new Set(all)]);
    };
    const elsewhere = others
      .filter((name) => name !== service)
      .flatMap((name) => nearIn(name).map((operation) => ({ service: name, operation })));
    return { own: nearIn(service), elsewhere: elsewhere.slice(0, mostElsewhere) };
  } catch (error) {
    signal?.throwIfAborted();
    if (isAppError(error) || enough?.aborted === true) return none;
    throw error;
  }
}
