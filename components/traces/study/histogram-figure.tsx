import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { histogramSentence } from "@/lib/sentences/traces/breakdown-text";
import { Figure, CompactTable } from "@/components/shared/figure";

type Bin = TraceStudy["histogram"]["bins"][number];

/** Maximum number of edge labels that fit below the columns. */
const maxEdgeLabels = 8;

/** Draws a histogram of trace durations, with the histogram of the metric next to it. */
export function HistogramFigure({ histogram, metrics }: Pick<TraceStudy, "histogram" | "metrics">) {
  const { bins } = histogram;
  const traces = bins.reduce((sum, bin) => sum + bin.traceCount, 0);
  const counted = bins.reduce((sum, bin) => sum + (bin.metricCount ?? 0), 0);
  const shareOf = (bin: Bin): number => (traces === 0 ? 0 : bin.traceCount / traces);
  const metricOf = (bin: Bin): number => (counted === 0 ? 0 : (bin.metricCount ?? 0) / counted);
  const maxShare = Math.max(...bins.flatMap((bin) => [shareOf(bin), metricOf(bin)]), 0.001);
  const hasMetric = metrics.kind === "reported";
  const labelInterval = Math.max(1, Math.ceil(bins.length / maxEdgeLabels));
  const table = (
    <CompactTable
      rows={bins}
      getKey={({ fromNs }) => String(fromNs)}
      columns={[
        { title: "Range", render: binTitle },
        { title: "Traces", render: (bin) => formatCount(bin.traceCount) },
        { title: "Share", render: (bin) => formatWithUnit(shareOf(bin), "ratio", "%") },
        {
          title: "Metric",
          render: (bin) => (bin.metricCount === null ? "unavailable" : formatCount(bin.metricCount)),
        },
        {
          title: "Metric share",
          render: (bin) =>
            bin.metricCount === null ? "unavailable" : formatWithUnit(metricOf(bin), "ratio", "%"),
        },
      ]}
    />
  );
  return (
    <Figure title="Durations" summary={histogramSentence({ histogram, metrics })} table={table}>
      <div aria-hidden className="flex h-36 items-end gap-px border-b border-rule-strong">
        {bins.map((bin) => (
          <span
            key={bin.fromNs}
            className="flex h-full min-w-0 flex-1 items-end gap-px hover:bg-hover"
            title={`${binTitle(bin)}: ${formatWithUnit(shareOf(bin), "ratio", "%")} of the traces${hasMetric ? `, ${formatWithUnit(metricOf(bin), "ratio", "%")} of the metric` : ""}`}
          >
            <span className="flex-1 bg-id-1" style={{ height: `${(shareOf(bin) / maxShare) * 100}%` }} />
            {hasMetric && (
              <span
                className="flex-1 border border-b-0 border-ink-2"
                style={{ height: `${(metricOf(bin) / maxShare) * 100}%` }}
              />
            )}
          </span>
        ))}
      </div>
      <div aria-hidden className="tnum flex gap-px text-2xs text-ink-3">
        {bins.map((bin, index) => (
          <span key={bin.fromNs} className="min-w-0 flex-1 overflow-visible whitespace-nowrap">
            {index % labelInterval === 0 ? edgeText(bin.fromNs) : ""}
          </span>
        ))}
      </div>
      <p className="tnum flex flex-wrap gap-x-4 pt-2 text-xs text-ink-2">
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="size-2 bg-id-1" />
          traces
        </span>
        {hasMetric && (
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="size-2 border border-ink-2" />
            metric
          </span>
        )}
        <span className="text-ink-3">highest column {formatWithUnit(maxShare, "ratio", "%")}</span>
      </p>
    </Figure>
  );
}

function edgeText(ns: number): string {
  return ns === 0 ? "0" : formatNanoseconds(ns);
}

function binTitle({ fromNs, toNs }: Bin): string {
  if (toNs === null) return `above ${formatNanoseconds(fromNs)}`;
  return `${edgeText(fromNs)} to ${formatNanoseconds(toNs)}`;
}
