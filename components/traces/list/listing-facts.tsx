import type { TracesResponse } from "@/lib/contracts/traces/traces";
import { formatCount, formatBucketEdge, thinSpace } from "@/lib/format/number";
import { countWithNoun } from "@/lib/format/agreement";
import { tracedShareText } from "@/lib/sentences/traces/traced-share";

const apiNames = { v3: "Jaeger", old: "Jaeger's legacy API", tempo: "Tempo" } as const;

/**
 * Describes how the list was read: API, limit, number of traces, minimum duration, and the number of
 * requests in the metrics.
 */
export function ListingFacts({
  data,
  listing,
}: {
  readonly data: TracesResponse;
  readonly listing: NonNullable<TracesResponse["newest"]>;
}) {
  const { retrieval } = listing;
  // Traces selected by duration do not represent all requests.
  const hasNoDurationFilter = retrieval.durationMinMs === null;
  const minDurationText =
    retrieval.durationMinMs === null
      ? null
      : `at least ${formatBucketEdge(retrieval.durationMinMs)}${thinSpace}ms long (${retrieval.durationMinSource ?? "chosen"})`;
  return (
    <p className="tnum py-2.5 text-xs text-ink-2">
      Queried {apiNames[data.source.api ?? "v3"]} for up to {countWithNoun(retrieval.maxTraces, "trace")} of{" "}
      <code className="font-mono">{retrieval.service}</code>
      {minDurationText === null ? "" : `, ${minDurationText}`}. Received{" "}
      {formatCount(retrieval.returnedCount)}
      {retrieval.isTruncated && retrieval.truncationReason === null
        ? ", which is the limit, so more traces may exist"
        : ""}
      {retrieval.truncationReason === null ? "" : `. ${retrieval.truncationReason}`}
      {retrieval.filteredOutCount === 0
        ? ""
        : `. ${countWithNoun(retrieval.filteredOutCount, "more trace does", "more traces do")} not match the filters`}
      {data.metricRequestCount === null
        ? ""
        : `. The metrics count ${countWithNoun(data.metricRequestCount, "finished request")} in this window`}
      .
      {hasNoDurationFilter && data.metricComparison !== null
        ? ` ${tracedShareText(data.metricComparison)}`
        : ""}
    </p>
  );
}
