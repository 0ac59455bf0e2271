/** Marks of a scatter chart, and its legends: by time, or by group with a shape and a colour. */
import { getTimeShadeToken, timeShadeTokens } from "@/components/charts/prepare/time-shades";
import { formatDateTime } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";

interface ScatterMark {
  readonly cx?: number | undefined;
  readonly cy?: number | undefined;
  readonly payload?: { readonly timeMs?: number; readonly group?: 1 | 2 } | undefined;
}

/** Returns the function that draws a point in the shade of its time. Recharts calls it for each point. */
export function createTimeMark(firstMs: number, lastMs: number) {
  return ({ cx, cy, payload }: ScatterMark) => (
    <circle
      cx={cx}
      cy={cy}
      r={3.5}
      fill={`var(--${getTimeShadeToken(payload?.timeMs ?? 0, firstMs, lastMs)})`}
      stroke="var(--ink-3)"
      strokeWidth={0.5}
    />
  );
}

/** Draws a point in the shape of its group. Recharts calls it for each point. */
export function renderGroupMark({ cx = 0, cy = 0, payload }: ScatterMark) {
  return payload?.group === 2 ? <SecondMark x={cx} y={cy} /> : <FirstMark x={cx} y={cy} />;
}

interface MarkProps {
  readonly x: number;
  readonly y: number;
}

function FirstMark({ x, y }: MarkProps) {
  return <circle data-group="1" cx={x} cy={y} r={3.5} fill="var(--id-1)" fillOpacity={0.75} />;
}

function SecondMark({ x, y }: MarkProps) {
  return (
    <path
      data-group="2"
      d={`M${x} ${y - 5}L${x + 5} ${y + 4}H${x - 5}Z`}
      fill="var(--id-2)"
      stroke="var(--paper)"
      strokeWidth={0.75}
    />
  );
}

/** Legend of points in the shade of their time. */
export function TimeLegend({ firstMs, lastMs }: { readonly firstMs: number; readonly lastMs: number }) {
  const timeZone = useTimeZone();
  return (
    <p className="flex items-center gap-2 pl-16 text-2xs text-ink-2">
      {formatDateTime(firstMs, timeZone)}
      <span aria-hidden className="flex">
        {timeShadeTokens.map((shade) => (
          <span key={shade} className="h-2 w-6" style={{ background: `var(--${shade})` }} />
        ))}
      </span>
      {formatDateTime(lastMs, timeZone)}
    </p>
  );
}

/** Legend of two groups of points. */
export function GroupLegend({ labels }: { readonly labels: readonly [string, string] }) {
  return (
    <ul aria-label="Groups" className="flex flex-wrap gap-x-6 gap-y-1 pl-16 text-2xs text-ink-2">
      {labels.map((label, index) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0">
            {index === 0 ? <FirstMark x={6} y={6} /> : <SecondMark x={6} y={6} />}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
