import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatCount, formatNumber } from "@/lib/format/number";
import { formatDateTime } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { CompactTable } from "@/components/shared/figure";
import { RowLink } from "@/components/ui/row-link";

type Point = TraceStudy["points"][number];

const maxRows = 500;

const outcomeTexts = { success: "ok", error: "error", abort: "aborted" } as const;

interface PointTableProps {
  readonly points: readonly Point[];
  readonly createTraceLink: (traceId: string) => string;
}

/** Lists the longest requests in the chart. */
export function PointTable({ points, createTraceLink }: PointTableProps) {
  const timeZone = useTimeZone();
  const rows = points
    .toSorted((a, b) => b.durationNs - a.durationNs)
    .slice(0, maxRows)
    .map((point) => ({ ...point, href: createTraceLink(point.traceId) }));
  return (
    <div className="max-h-80 overflow-y-auto">
      <CompactTable
        rows={rows}
        hasRowLinks
        getKey={({ traceId }) => traceId}
        columns={[
          { title: "Start", render: ({ startMs }) => formatDateTime(startMs, timeZone, true) },
          { title: "Duration, s", render: ({ durationNs }) => formatNumber(durationNs / 1e9) },
          {
            title: "Status",
            isText: true,
            render: ({ outcome }) => outcomeTexts[outcome],
          },
          {
            title: "Trace",
            isText: true,
            render: traceLink,
          },
        ]}
      />
      {points.length > rows.length && (
        <p className="py-2 text-xs text-ink-2">
          Shows the {formatCount(rows.length)} longest of {formatCount(points.length)}.
        </p>
      )}
    </div>
  );
}

/** A function, not a component, because the table calls it for each row. */
function traceLink({ traceId, href }: Point & { readonly href: string }): ReactNode {
  return (
    <RowLink href={href} label={`Trace ${traceId}`} title={traceId}>
      {traceId.slice(0, 8)}
    </RowLink>
  );
}
