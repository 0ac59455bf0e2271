/** The lists of traces, by what stands first. A source sorts nothing itself: what is sorted here are the traces that were read. */
import type { TraceSummary, TracesResponse } from "@/lib/contracts/traces";
import type { TraceOrder } from "@/lib/model/trace-order";

type Measure = (trace: TraceSummary) => number | null;

interface Order {
  readonly title: string;
  /** What the traces that were read are sorted by, largest first; absent where the source's own two lists are shown. */
  readonly sort?: { readonly words: string; readonly of: Measure };
}

/** Seconds between output tokens after the first: (duration − TTFT) / (output tokens − 1), as TPOT is defined. */
export const perTokenSeconds: Measure = ({ durationNs, ttftSeconds, outputTokens }) =>
  ttftSeconds === null || outputTokens === null || outputTokens < 2
    ? null
    : Math.max(0, durationNs / 1e9 - ttftSeconds) / (outputTokens - 1);

export const orders: { readonly [Name in TraceOrder]: Order } = {
  newest: { title: "Newest" },
  slowest: { title: "Slowest" },
  "first-token": {
    title: "Slowest first token",
    sort: { words: "their time to first token", of: ({ ttftSeconds }) => ttftSeconds },
  },
  "per-token": {
    title: "Slowest per token",
    sort: { words: "their time per output token", of: perTokenSeconds },
  },
  "longest-prompt": {
    title: "Longest prompt",
    sort: { words: "the length of their prompt", of: ({ promptTokens }) => promptTokens },
  },
  "longest-output": {
    title: "Longest output",
    sort: { words: "the length of their output", of: ({ outputTokens }) => outputTokens },
  },
};

export interface Listed {
  readonly traces: readonly TraceSummary[];
  /** How they were sorted here, in a sentence; null for a list as the source was asked for it. */
  readonly sorted: string | null;
}

/** The traces in an order; null where the source gave none of the lists it needs. */
export function listed(data: Pick<TracesResponse, "newest" | "slowest">, order: TraceOrder): Listed | null {
  const { sort } = orders[order];
  if (sort === undefined) {
    const listing = data[order === "slowest" ? "slowest" : "newest"];
    return listing === null ? null : { traces: listing.traces, sorted: null };
  }
  if (data.newest === null && data.slowest === null) return null;
  const read = distinct([...(data.newest?.traces ?? []), ...(data.slowest?.traces ?? [])]);
  const told = read.filter((trace) => sort.of(trace) !== null);
  const silent = read.length - told.length;
  return {
    traces: told.toSorted((a, b) => (sort.of(b) ?? 0) - (sort.of(a) ?? 0)),
    sorted: `Sorted by ${sort.words} are the traces that were read, the newest of the window and the slowest, ${told.length} in all${silent === 0 ? "" : `; ${silent} more do not tell it`}.`,
  };
}

/** Of both lists: those asked for by a least duration may be none where the newest are many. */
export function slowestRead({
  newest,
  slowest,
}: Pick<TracesResponse, "newest" | "slowest">): TraceSummary | null {
  const read = [...(slowest?.traces ?? []), ...(newest?.traces ?? [])];
  return read.reduce<TraceSummary | null>(
    (most, trace) => (most === null || trace.durationNs > most.durationNs ? trace : most),
    null,
  );
}

function distinct(traces: readonly TraceSummary[]): readonly TraceSummary[] {
  return [...new Map(traces.map((trace) => [trace.traceId, trace])).values()];
}
