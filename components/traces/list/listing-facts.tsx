import type { TracesResponse } from "@/lib/contracts/traces";
import { formatCount, formatEdge, thinSpace } from "@/lib/format/number";
import { tracedShareText } from "@/components/traces/traced-share";

const apiNames = { v3: "Jaeger", old: "Jaeger's older API", tempo: "Tempo" } as const;

/** How the list came about: asked, got, limit, where the least duration comes from, of how many requests. */
export function ListingFacts({
  data,
  listing,
}: {
  readonly data: TracesResponse;
  readonly listing: NonNullable<TracesResponse["newest"]>;
}) {
  const { retrieval } = listing;
  // Those chosen for their length are no share of all.
  const hasNoDurationFilter = retrieval.durationMinMs === null;
  const minDurationText =
    retrieval.durationMinMs === null
      ? null
      : `at least ${formatEdge(retrieval.durationMinMs)}${thinSpace}ms long (${retrieval.durationMinSource ?? "chosen"})`;
  return (
    <p className="tnum py-2.5 text-xs text-ink-2">
      Asked {apiNames[data.source.api ?? "v3"]} for up to {formatCount(retrieval.limit)} traces of{" "}
      <code className="font-mono">{retrieval.service}</code>
      {minDurationText === null ? "" : `, ${minDurationText}`}; got {formatCount(retrieval.returned)}
      {retrieval.isTruncated && retrieval.truncationReason === null
        ? ", as many as the limit, so there may be more"
        : ""}
      {retrieval.truncationReason === null ? "" : `; ${retrieval.truncationReason}`}
      {retrieval.filteredOut === 0
        ? ""
        : `; ${formatCount(retrieval.filteredOut)} more came that do not meet the conditions`}
      {data.requestsInMetrics === null
        ? ""
        : `; the metrics count ${formatCount(data.requestsInMetrics)} finished requests in this window`}
      .{hasNoDurationFilter && data.tracedShare !== null ? ` ${tracedShareText(data.tracedShare)}` : ""}
    </p>
  );
}
