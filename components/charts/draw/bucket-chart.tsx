import type { BucketShare } from "@/components/charts/prepare/bucket-shares";

interface BucketChartProps {
  readonly buckets: readonly BucketShare[];
  /** Accessible name with the numbers that the chart shows. */
  readonly label: string;
  /** Writes the bounds of a bucket and its fraction in each window, as the tooltip of the bucket. */
  readonly describeBucket: (bucket: BucketShare) => string;
  /** Writes a bucket edge without its unit. */
  readonly writeEdge: (edge: number) => string;
}

const height = 180;
const maxLabels = 12;

/**
 * Draws the histograms of two windows on top of each other. Each bucket has the same width, and its height
 * is the fraction of observations: filled for the window after, an outline for the window before.
 */
export function BucketChart({ buckets, label, describeBucket, writeEdge }: BucketChartProps) {
  const maxShare = Math.max(...buckets.map(({ before, after }) => Math.max(before ?? 0, after ?? 0)), 0.01);
  const step = Math.ceil(buckets.length / maxLabels);
  return (
    <div className="max-w-[960px]">
      <svg
        role="img"
        aria-label={label}
        width="100%"
        height={height}
        className="block border-b border-rule-strong"
      >
        {buckets.map((bucket, index) => (
          <g key={String(bucket.upper)}>
            <title>{describeBucket(bucket)}</title>
            {/* Narrow and empty bars have their tooltip over the full height. */}
            <rect
              className="fill-transparent hover:fill-hover"
              x={`${(index / buckets.length) * 100}%`}
              width={`${100 / buckets.length}%`}
              height={height}
            />
            <ShareBar
              {...{ index, share: bucket.after, maxShare, count: buckets.length }}
              className="fill-accent/35"
            />
            <ShareBar
              {...{ index, share: bucket.before, maxShare, count: buckets.length }}
              className="fill-none stroke-ink stroke-[1.5]"
            />
          </g>
        ))}
      </svg>
      <div aria-hidden className="tnum relative h-4 text-2xs text-ink-2">
        {buckets.map(({ lower }, index) =>
          index % step === 0 ? (
            <span
              key={lower}
              className="absolute whitespace-nowrap"
              style={{ left: `${(index / buckets.length) * 100}%` }}
            >
              {writeEdge(lower)}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}

interface ShareBarProps {
  readonly index: number;
  readonly count: number;
  readonly share: number | null;
  readonly maxShare: number;
  readonly className: string;
}

function ShareBar({ index, count, share, maxShare, className }: ShareBarProps) {
  if (share === null || share <= 0) return null;
  const barHeight = Math.max(1, (share / maxShare) * (height - 4));
  return (
    <rect
      className={className}
      x={`${((index + 0.04) / count) * 100}%`}
      width={`${(0.92 / count) * 100}%`}
      y={height - barHeight}
      height={barHeight}
    />
  );
}
