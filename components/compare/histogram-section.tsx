"use client";

import type { ComparisonResultEntry } from "@/lib/contracts/comparisons";
import {
  displayFactor,
  formatBucketEdge,
  formatCount,
  formatValue,
  formatWithUnit,
} from "@/lib/format/number";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { resolutionText } from "@/lib/sentences/comparisons/statistic-text";
import { BucketChart } from "@/components/charts/draw/bucket-chart";
import {
  prepareBucketShares,
  type BucketCounts,
  type BucketShare,
} from "@/components/charts/prepare/bucket-shares";
import { CompactTable, Figure } from "@/components/shared/figure";
import { Choice } from "@/components/ui/choice";

interface HistogramSectionProps {
  readonly result: ComparisonResultEntry;
  readonly chart: SignalId | null;
  readonly onChart: (signal: SignalId) => void;
}

/**
 * Shows the histograms of both windows for the selected signal, overlaid. Renders nothing without
 * histograms.
 */
export function HistogramSection({ result, chart, onChart }: HistogramSectionProps) {
  const { histograms } = result;
  const drawn = histograms.find(({ signal }) => signal === chart) ?? histograms[0];
  if (drawn === undefined) return null;
  const { unit, displayUnit, before, after } = drawn;
  const { title } = signalDefinition(drawn.signal);
  const buckets = prepareBucketShares(before, after);
  const summary = `${title}: share of observations per bucket. n = ${countText(before)} before and ${countText(after)} after. All buckets are drawn equally wide. The X axis shows their lower edges in ${formatValue(0, unit, displayUnit).unit}.`;
  return (
    <Figure
      title="Histograms"
      summary={summary}
      table={<ShareTable buckets={buckets} units={{ unit, displayUnit }} />}
    >
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2 pb-2 print:hidden">
        <Choice
          label="Signal"
          value={drawn.signal}
          options={histograms.map(({ signal }) => [signal, signalDefinition(signal).title] as const)}
          onChoose={onChart}
        />
        <Legend />
      </div>
      {buckets.length === 0 ? (
        <p className="text-sm text-ink-2">Neither side has observations of this signal.</p>
      ) : (
        <BucketChart
          buckets={buckets}
          label={`${summary} ${largestText(buckets, { unit, displayUnit })}`}
          describeBucket={(bucket) =>
            `${resolutionText(bucket, { unit, displayUnit })}: before ${shareText(bucket.before)}, after ${shareText(bucket.after)}`
          }
          writeEdge={(edge) => formatBucketEdge(edge * displayFactor(unit, displayUnit))}
        />
      )}
    </Figure>
  );
}

function Legend() {
  return (
    <ul aria-label="Legend" className="flex gap-4 pb-1 text-xs text-ink-2">
      <li className="flex items-center gap-1.5">
        <svg aria-hidden viewBox="0 0 12 12" className="size-3">
          <rect x="1" y="1" width="10" height="10" className="fill-none stroke-ink stroke-[1.5]" />
        </svg>
        Before
      </li>
      <li className="flex items-center gap-1.5">
        <svg aria-hidden viewBox="0 0 12 12" className="size-3">
          <rect width="12" height="12" className="fill-accent/35" />
        </svg>
        After
      </li>
    </ul>
  );
}

type Units = Pick<ComparisonResultEntry["histograms"][number], "unit" | "displayUnit">;

function ShareTable({ buckets, units }: { readonly buckets: readonly BucketShare[]; readonly units: Units }) {
  return (
    <CompactTable
      columns={[
        { title: "Bucket", render: (bucket: BucketShare) => resolutionText(bucket, units) },
        { title: "Before", render: ({ before }) => shareText(before) },
        { title: "After", render: ({ after }) => shareText(after) },
      ]}
      rows={buckets}
      getKey={({ upper }) => String(upper)}
    />
  );
}

function largestText(buckets: readonly BucketShare[], units: Units): string {
  const largestOf = (side: "before" | "after"): string => {
    const [largest] = buckets.toSorted((a, b) => (b[side] ?? 0) - (a[side] ?? 0));
    const share = largest?.[side] ?? null;
    return largest === undefined || share === null
      ? "no observations."
      : `${shareText(share)} of the observations are in the bucket ${resolutionText(largest, units)}.`;
  };
  return `Before: ${largestOf("before")} After: ${largestOf("after")}`;
}

function shareText(share: number | null): string {
  return share === null ? "no data" : formatWithUnit(share, "ratio", "%");
}

function countText(histogram: BucketCounts | null): string {
  return histogram === null
    ? "no observations"
    : formatCount(histogram.counts.reduce((sum, count) => sum + count, 0));
}
