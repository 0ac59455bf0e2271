import type { TracesResponse } from "@/lib/contracts/traces";
import { formatCount, formatEdge, thinSpace } from "@/lib/format/number";
import { tracedShareWords } from "@/components/traces/traced-share";

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
  const isAll = reading.durationMinMs === null;
  const least =
    reading.durationMinMs === null
      ? null
      : `at least ${formatEdge(reading.durationMinMs)}${thinSpace}ms long (${reading.durationMinFrom ?? "chosen"})`;
  return (
    <p className="tnum py-2.5 text-xs text-ink-2">
      Asked {apiNames[data.source.api ?? "v3"]} for up to {formatCount(reading.limit)} traces of{" "}
      <code className="font-mono">{reading.service}</code>
      {least === null ? "" : `, ${least}`}; got {formatCount(reading.got)}
      {reading.cut && reading.cutWhy === null ? ", as many as the limit, so there may be more" : ""}
      {reading.cutWhy === null ? "" : `; ${reading.cutWhy}`}
      {reading.filteredOut === 0
        ? ""
        : `; ${formatCount(reading.filteredOut)} more came that do not meet the conditions`}
      {data.requestsInMetrics === null
        ? ""
        : `; the metrics count ${formatCount(data.requestsInMetrics)} finished requests in this window`}
      .{isAll && data.traced !== null ? ` ${tracedShareWords(data.traced)}` : ""}
    </p>
  );
}
