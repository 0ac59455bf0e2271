import type { Answer } from "@/lib/model/answer";
import type { DisplayUnit, Unit } from "@/lib/model/units";
import { formatWithUnit } from "@/lib/format/number";
import { sparklinePath } from "@/components/charts/prepare/sparkline-path";

/** The part of an answer a sparkline draws: its first series. */
type SparklineAnswer = Pick<Answer, "pointCount"> & {
  readonly series: readonly { readonly values: readonly (number | null)[] }[];
};

interface SparklineProps {
  readonly answer: SparklineAnswer | null;
  readonly displayUnit: DisplayUnit;
  /** Of the values; seconds where it is not said. */
  readonly unit?: Unit;
  /** In the canonical unit. */
  readonly limit?: number;
  readonly label: string;
  /** Still being read: not the same as nothing to draw. */
  readonly isPending?: boolean;
}

const width = 88;
const height = 32;

/** 88 × 32 on its own scale from zero: the line stops where there is no number, the limit is dashed, the last point is a dot. */
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
        aria-label={`${label}: no numbers in this window`}
        viewBox={`0 0 ${width} ${height}`}
        className="h-8 w-22 shrink-0"
      >
        <path d={`M0 ${height - 1.5}h${width}`} className="stroke-ink-3" strokeDasharray="1 3" />
      </svg>
    );
  }
  const last = formatWithUnit(sparkline.lastValue, unit, displayUnit);
  const maximum = formatWithUnit(sparkline.maxValue, unit, displayUnit);
  return (
    <svg
      role="img"
      aria-label={`${label} over the window, last ${last}, most ${maximum}`}
      viewBox={`0 0 ${width} ${height}`}
      className="h-8 w-22 shrink-0"
    >
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
      {sparkline.end !== null && (
        <circle cx={sparkline.end.x} cy={sparkline.end.y} r="2.5" className="fill-id-1" />
      )}
    </svg>
  );
}

/** A bar where the line will stand, in its final shape. */
function PendingLine({ label }: { readonly label: string }) {
  return (
    <svg
      role="img"
      aria-busy
      aria-label={`${label}: being read`}
      viewBox={`0 0 ${width} ${height}`}
      className="h-8 w-22 shrink-0"
    >
      <rect y={height / 2 - 2} width={width} height="4" rx="2" className="fill-rule" />
    </svg>
  );
}
