/** The lists of traces, by what stands first. A source sorts nothing itself: what is sorted here are the traces that were read. */
import type { TraceSummary, TracesResponse } from "@/lib/contracts/traces";
import type { TraceOrder } from "@/lib/model/trace-order";

type Measure = (trace: TraceSummary) => number | null;

interface OrderDefinition {
  readonly title: string;
  /** What the traces that were read are sorted by, largest first; absent where the source's own two lists are shown. */
  readonly sort?: { readonly description: string; readonly measure: Measure };
}

/** Seconds between output tokens after the first: (duration − TTFT) / (output tokens − 1), as TPOT is defined. */
export const perTokenSeconds: Measure = ({ durationNs, ttftSeconds, outputTokens }) =>
  ttftSeconds === null || outputTokens === null || outputTokens < 2
    ? null
    : Math.max(0, durationNs / 1e9 - ttftSeconds) / (outputTokens - 1);

export const orders: { readonly [Name in TraceOrder]: OrderDefinition } = {
  newest: { title: "Newest" },
  slowest: { title: "Slowest" },
  "first-token": {
    title: "Slowest first token",
    sort: { description: "their time to first token", measure: ({ ttftSeconds }) => ttftSeconds },
  },
  "per-token": {
    title: "Slowest per token",
    sort: { description: "their time per output token", measure: perTokenSeconds },
  },
  "longest-prompt": {
    title: "Longest prompt",
    sort: { description: "the length of their prompt", measure: ({ promptTokens }) => promptTokens },
  },
  "longest-output": {
    title: "Longest output",
    sort: { description: "the length of their output", measure: ({ outputTokens }) => outputTokens },
  },
};

export interface SortedTraces {
  readonly traces: readonly TraceSummary[];
  /** How they were sorted here, in a sentence; null for a list as the source was asked for it. */
  readonly sortNote: string | null;
}

/** The traces in an order; null where the source gave none of the lists it needs. */
export function sortTraces(
  data: Pick<TracesResponse, "newest" | "slowest">,
  order: TraceOrder,
): SortedTraces | null {
  const { sort } = orders[order];
  if (sort === undefined) {
    const listing = data[order === "slowest" ? "slowest" : "newest"];
    return listing === null ? null : { traces: listing.traces, sortNote: null };
  }
  if (data.newest === null && data.slowest === null) return null;
  const readTraces = distinct([...(data.newest?.traces ?? []), ...(data.slowest?.traces ?? [])]);
  const sortable = readTraces.filter((trace) => sort.measure(trace) !== null);
  const unsortableCount = readTraces.length - sortable.length;
  return {
    traces: sortable.toSorted((a, b) => (sort.measure(b) ?? 0) - (sort.measure(a) ?? 0)),
    sortNote: `Sorted by ${sort.description} are the traces that were read, the newest of the window and the slowest, ${sortable.length} in all${unsortableCount === 0 ? "" : `; ${unsortableCount} more do not tell it`}.`,
  };
}

/** Of both lists: those asked for by a least duration may be none where the newest are many. */
export function slowestTrace({
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

function distinct(traces: readonly TraceSummary[]): readonly TraceSummary[] {
  return [...new Map(traces.map((trace) => [trace.traceId, trace])).values()];
}
