import type { Answer } from "@/lib/model/answer";
import type { DisplayUnit, Unit } from "@/lib/model/units";
import { formatWithUnit } from "@/lib/format/number";
import { sparklinePath } from "@/components/charts/prepare/sparkline-path";

/** The part of an answer that a sparkline draws: its first series. */
type SparklineAnswer = Pick<Answer, "pointCount"> & {
  readonly series: readonly { readonly values: readonly (number | null)[] }[];
};

interface SparklineProps {
  readonly answer: SparklineAnswer | null;
  readonly displayUnit: DisplayUnit;
  /** Unit of the values, seconds by default. */
  readonly unit?: Unit;
  /** Limit in the canonical unit. Absent if no limit is drawn. */
  readonly limit?: number;
  readonly label: string;
  /** True while the values load, which differs from having no values. */
  readonly isPending?: boolean;
}

const width = 88;
const height = 32;

/**
 * Draws an 88 × 32 line on a scale from zero. The line has gaps where values are missing, the limit is dashed, and
 * the last point is a dot.
 */
export function Sparkline({
  answer,
  displayUnit,
  unit = "seconds",
  limit,
  label,
  isPending = false,
}: SparklineProps) {
  if (isPending) return <PendingLine label={label} />;
  const values = answer?.series[0]?.values ?? [];
  const sparkline = sparklinePath(values, { width, height, limit });
  if (sparkline === null) {
    return (
      <svg
        role="img"
        aria-label={`${label}: no values in this window`}
        viewBox={`0 0 ${width} ${height}`}
        className="h-8 w-22 shrink-0"
      >
        <path d={`M0 ${height - 1.5}h${width}`} className="stroke-ink-3" strokeDasharray="1 3" />
      </svg>
    );
  }
  const last = formatWithUnit(sparkline.lastValue, unit, displayUnit);
  const maximum = formatWithUnit(sparkline.maxValue, unit, displayUnit);
  const text = `${label} over the window, last ${last}, maximum ${maximum}`;
  return (
    <svg role="img" aria-label={text} viewBox={`0 0 ${width} ${height}`} className="h-8 w-22 shrink-0">
      <title>{text}</title>
      <path d={`M0 ${height - 0.5}h${width}`} className="stroke-rule" />
      {sparkline.limitY !== null && (
        <path d={`M0 ${sparkline.limitY}h${width}`} className="stroke-target" strokeDasharray="3 2" />
      )}
      <path
        d={sparkline.path}
        fill="none"
        className="stroke-id-1"
        strokeWidth="1.25"
        strokeLinejoin="round"
      />
      {sparkline.endPoint !== null && (
        <circle cx={sparkline.endPoint.x} cy={sparkline.endPoint.y} r="2.5" className="fill-id-1" />
      )}
    </svg>
  );
}

/** Placeholder bar with the final size of the line. */
function PendingLine({ label }: { readonly label: string }) {
  return (
    <svg
      role="img"
      aria-busy
      aria-label={`${label}: loading`}
      viewBox={`0 0 ${width} ${height}`}
      className="h-8 w-22 shrink-0"
    >
      <rect y={height / 2 - 2} width={width} height="4" rx="2" className="fill-rule" />
    </svg>
  );
}
