import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatCount, formatNumber } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { Figure, CompactTable, ScrollRegion } from "@/components/shared/figure";

type Gap = TraceStudy["gaps"]["rows"][number];
type Repeated = TraceStudy["repeatedCalls"]["rows"][number];

const inMs = (ns: number): string => formatNumber(ns / 1e6);
const msOrTooFew = (ns: number | null): ReactNode =>
  ns === null ? <span className="text-ink-3">too few</span> : inMs(ns);

function gapPosition({ afterOperation: after, beforeOperation: before }: Gap): string {
  if (after === null) return before === null ? "throughout" : `before ${before}`;
  return before === null ? `after ${after}` : `between ${after} and ${before}`;
}

/** Lists the gaps: time during which a span with children has no running child. */
export function GapsFigure({
  gaps,
  requestCount,
}: {
  readonly gaps: TraceStudy["gaps"];
  readonly requestCount: number;
}) {
  const [longest] = gaps.rows;
  const sentence =
    longest === undefined
      ? "Every gap between spans is shorter than 1 ms."
      : `Gaps of at least 1 ms in which a parent span ran but none of its child spans did. The longest gaps per request are in ${longest.name}, ${gapPosition(longest)}: ${formatNanoseconds(longest.perTraceNs)} per request, averaged over ${countWithNoun(requestCount, "request")}.`;
  return (
    <Figure title="Gaps between spans" summary={sentence}>
      {gaps.rows.length > 0 && (
        <ScrollRegion name="Table of gaps between spans">
          <CompactTable
            rows={gaps.rows}
            getKey={(gap) => `${gap.service}\n${gap.name}\n${gapPosition(gap)}`}
            minWidthPx={760}
            isListOnPhones
            columns={[
              { title: "Span", render: callerName },
              { title: "Position", isText: true, render: (gap) => gapPosition(gap) },
              { title: "Gaps", render: (gap) => formatCount(gap.gapCount) },
              { title: "Per request, ms", render: (gap) => inMs(gap.perTraceNs) },
              { title: "p50, ms", render: (gap) => msOrTooFew(gap.lengthNs.p50) },
              { title: "p99, ms", render: (gap) => msOrTooFew(gap.lengthNs.p99) },
            ]}
          />
        </ScrollRegion>
      )}
      <NotListed n={gaps.omittedCount} what="gaps" />
    </Figure>
  );
}

const kinds = { "one-after-another": "sequential", "side-by-side": "parallel" } as const;

/** Lists calls that one span makes repeatedly: loops that could be one call, or fan-outs that wait for the slowest. */
export function RepeatedCallsFigure({ repeatedCalls }: Pick<TraceStudy, "repeatedCalls">) {
  const [first] = repeatedCalls.rows;
  const loops = repeatedCalls.rows.filter(({ kind }) => kind === "one-after-another");
  const sentence =
    first === undefined
      ? "No span makes the same call five times or more."
      : `${formatCount(loops.length)} of ${countWithNoun(repeatedCalls.rows.length, "repeated call")} ${singularOrPlural(loops.length, "runs", "run")} sequentially. One batched call would avoid the time between sequential calls. Parallel calls take as long as the slowest of them.`;
  return (
    <Figure title="Repeated calls" summary={sentence}>
      {first !== undefined && (
        <ScrollRegion name="Table of repeated calls">
          <CompactTable
            rows={repeatedCalls.rows}
            getKey={(row) => [row.service, row.name, row.calledService, row.calledName].join("\n")}
            minWidthPx={860}
            isListOnPhones
            columns={[
              { title: "Call", render: calledName },
              { title: "Caller", isText: true, render: callerName },
              { title: "Order", isText: true, render: (row: Repeated) => kinds[row.kind] },
              { title: "Calls, median", render: (row) => formatCount(row.medianCalls) },
              { title: "Calls, max", render: (row) => formatCount(row.maxCalls) },
              { title: "Requests", render: (row) => formatCount(row.traceCount) },
              { title: "Critical path, s", render: (row) => formatNumber(row.criticalNs / 1e9) },
            ]}
          />
        </ScrollRegion>
      )}
      <NotListed n={repeatedCalls.omittedCount} what="repeated calls" />
    </Figure>
  );
}

/** Functions, not components, because a table calls them for each row. */
function callerName({ service, name }: NamedProps): ReactNode {
  return <Name service={service} name={name} />;
}

function calledName({ calledService, calledName: name }: Repeated): ReactNode {
  return <Name service={calledService} name={name} />;
}

interface NamedProps {
  readonly service: string;
  readonly name: string;
}

function Name({ service, name }: NamedProps) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-1.5">
      <span className="max-w-64 truncate font-mono text-xs" title={name}>
        {name}
      </span>
      <span className="max-w-40 truncate text-xs text-ink-3">{service}</span>
    </span>
  );
}

function NotListed({ n, what }: { readonly n: number; readonly what: string }) {
  if (n === 0) return null;
  return (
    <p className="pt-2 text-xs text-ink-2">
      {formatCount(n)} more {what} with less time are not listed.
    </p>
  );
}
