/** Sort orders of the trace list. Sources do not sort, so Ridgepoint sorts the traces that it has read. */
import type { TraceSummary, TracesResponse } from "@/lib/contracts/traces/traces";
import type { TraceOrder } from "@/lib/model/traces/trace-order";
import { formatCount } from "@/lib/format/number";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";

type Measure = (trace: TraceSummary) => number | null;

interface OrderDefinition {
  readonly title: string;
  /** Value to sort by, largest first. Undefined for the two lists that the source returns. */
  readonly sort?: { readonly description: string; readonly measure: Measure };
}

/** Computes TPOT of a request in seconds: (duration − TTFT) / (output tokens − 1). */
export const perTokenSeconds: Measure = ({ durationNs, ttftSeconds, outputTokens }) =>
  ttftSeconds === null || outputTokens === null || outputTokens < 2
    ? null
    : Math.max(0, durationNs / 1e9 - ttftSeconds) / (outputTokens - 1);

/** Title and sorting of each order of the trace list. */
export const orderDefinitions: { readonly [Name in TraceOrder]: OrderDefinition } = {
  newest: { title: "Newest" },
  slowest: { title: "Slowest" },
  "first-token": {
    title: "Slowest first token",
    sort: { description: "time to first token", measure: ({ ttftSeconds }) => ttftSeconds },
  },
  "per-token": {
    title: "Slowest per token",
    sort: { description: "time per output token", measure: perTokenSeconds },
  },
  "longest-prompt": {
    title: "Longest prompt",
    sort: { description: "prompt length", measure: ({ promptTokens }) => promptTokens },
  },
  "longest-output": {
    title: "Longest output",
    sort: { description: "output length", measure: ({ outputTokens }) => outputTokens },
  },
};

/** Traces in the chosen order. */
export interface SortedTraces {
  readonly traces: readonly TraceSummary[];
  /** Explains the sorting. Null for a list as the source returned it. */
  readonly sortNote: string | null;
}

/** Returns the traces in the given order, or null if the source did not return the lists that it needs. */
export function sortTraces(
  data: Pick<TracesResponse, "newest" | "slowest">,
  order: TraceOrder,
): SortedTraces | null {
  const { sort } = orderDefinitions[order];
  if (sort === undefined) {
    const listing = data[order === "slowest" ? "slowest" : "newest"];
    return listing === null ? null : { traces: listing.traces, sortNote: null };
  }
  if (data.newest === null && data.slowest === null) return null;
  const readTraces = removeDuplicateTraces([...(data.newest?.traces ?? []), ...(data.slowest?.traces ?? [])]);
  const sortable = readTraces.filter((trace) => sort.measure(trace) !== null);
  const unsortableCount = readTraces.length - sortable.length;
  return {
    traces: sortable.toSorted((a, b) => (sort.measure(b) ?? 0) - (sort.measure(a) ?? 0)),
    sortNote: `Sorted by ${sort.description}: ${countWithNoun(sortable.length, "trace")} from the newest and slowest lists${unsortableCount === 0 ? "" : `. ${formatCount(unsortableCount)} more ${singularOrPlural(unsortableCount, "does", "do")} not report this value`}.`,
  };
}

/**
 * Returns the longest trace of both lists; null if both are empty or missing. The list of slowest traces alone is not
 * enough, because its query has a minimum duration that no trace may reach.
 */
export function findSlowestTrace({
  newest,
  slowest,
}: Pick<TracesResponse, "newest" | "slowest">): TraceSummary | null {
  const readTraces = [...(slowest?.traces ?? []), ...(newest?.traces ?? [])];
  return readTraces.reduce<TraceSummary | null>(
    (slowestSoFar, trace) =>
      slowestSoFar === null || trace.durationNs > slowestSoFar.durationNs ? trace : slowestSoFar,
    null,
  );
}

function removeDuplicateTraces(traces: readonly TraceSummary[]): readonly TraceSummary[] {
  return [...new Map(traces.map((trace) => [trace.traceId, trace])).values()];
}
