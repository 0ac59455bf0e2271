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
  const { reading } = listing;
  // Those chosen for their length are no share of all.
  const hasNoDurationFilter = reading.durationMinMs === null;
  const minDurationText =
    reading.durationMinMs === null
      ? null
      : `at least ${formatEdge(reading.durationMinMs)}${thinSpace}ms long (${reading.durationMinSource ?? "chosen"})`;
  return (
    <p className="tnum py-2.5 text-xs text-ink-2">
      Asked {apiNames[data.source.api ?? "v3"]} for up to {formatCount(reading.limit)} traces of{" "}
      <code className="font-mono">{reading.service}</code>
      {minDurationText === null ? "" : `, ${minDurationText}`}; got {formatCount(reading.returned)}
      {reading.isTruncated && reading.truncationReason === null
        ? ", as many as the limit, so there may be more"
        : ""}
      {reading.truncationReason === null ? "" : `; ${reading.truncationReason}`}
      {reading.filteredOut === 0
        ? ""
        : `; ${formatCount(reading.filteredOut)} more came that do not meet the conditions`}
      {data.requestsInMetrics === null
        ? ""
        : `; the metrics count ${formatCount(data.requestsInMetrics)} finished requests in this window`}
      .{hasNoDurationFilter && data.tracedShare !== null ? ` ${tracedShareText(data.tracedShare)}` : ""}
    </p>
  );
}
