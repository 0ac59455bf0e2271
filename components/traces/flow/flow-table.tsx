"use client";

import type { FlowEdgeRow } from "@/lib/contracts/traces/trace-flow";
import { formatCount, formatNumber, thinSpace } from "@/lib/format/number";
import { cn } from "@/components/ui/cn";
import { ShapeMark } from "@/components/shared/status-mark";
import { createEdgeKey } from "./flow-layout";
import {
  formatCallMilliseconds,
  callName,
  isFailing,
  formatShare,
  findSignificantChange,
  missingNetworkReason,
} from "@/lib/sentences/traces/flow-text";

interface FlowTableProps {
  readonly rows: readonly FlowEdgeRow[];
  readonly isCompared: boolean;
  readonly isScaled: boolean;
  readonly highlightedKey: string | null;
}

/** Columns hidden on phones. The details of a call show these values. */
const wideOnly = "max-md:hidden";
const number = "pl-4 text-right whitespace-nowrap max-md:pl-2";
const head = "py-1.5 font-medium max-md:whitespace-normal";

/** Lists all calls, with their change against the comparison window. */
export function FlowTable({ rows, isCompared, isScaled, highlightedKey }: FlowTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Table of calls">
      <table className="w-full min-w-[340px] text-left md:min-w-[860px]">
        <caption className="sr-only">Calls between services</caption>
        <thead className="border-b border-rule-strong text-xs">
          <tr className="align-bottom">
            <th className="py-1.5 font-medium">Call</th>
            <th className={cn(number, head)}>Share of request time</th>
            <th className={cn(number, head)}>p50, ms</th>
            <th className={cn(number, wideOnly, head)}>p95, ms</th>
            <th className={cn(number, wideOnly, head)}>p99, ms</th>
            <th className={cn(number, wideOnly, head)}>Network, ms</th>
            <th className={cn(number, head, isCompared && wideOnly)}>
              {isScaled ? "Calls/s" : "Traced calls/s"}
            </th>
            <th className={cn(number, head, isCompared && wideOnly)}>Failed</th>
            <th className={cn(number, wideOnly, head)}>n</th>
            {isCompared && <th className={cn(number, head)}>Change of mean, ms (95{thinSpace}% interval)</th>}
            {isCompared && <th className={cn(number, wideOnly, head)}>Change of failure rate</th>}
          </tr>
        </thead>
        <tbody className="tnum">
          {rows.map((row) => (
            <Row
              key={createEdgeKey(row)}
              row={row}
              isCompared={isCompared}
              isShown={createEdgeKey(row) === highlightedKey}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  row,
  isCompared,
  isShown,
}: {
  readonly row: FlowEdgeRow;
  readonly isCompared: boolean;
  readonly isShown: boolean;
}) {
  const { now } = row;
  return (
    <tr className={cn("h-7 border-b border-rule", isShown && "bg-selected")}>
      <th
        scope="row"
        className="max-w-72 truncate font-normal max-md:max-w-36 max-md:py-1 max-md:leading-4 max-md:break-words max-md:whitespace-normal"
        title={callName(row)}
      >
        <span className="text-ink-2">{row.from ?? "outside"} → </span>
        {row.to}
      </th>
      <td className={number}>{now === null ? "not observed" : formatShare(now.criticalShare)}</td>
      <td className={number}>{formatMilliseconds(now?.latencyNs.p50)}</td>
      <td className={cn(number, wideOnly)}>{formatMilliseconds(now?.latencyNs.p95)}</td>
      <td className={cn(number, wideOnly)}>{formatMilliseconds(now?.latencyNs.p99)}</td>
      <td className={cn(number, wideOnly)}>
        {formatMilliseconds(now?.networkNs, missingNetworkReason(row))}
      </td>
      <td className={cn(number, isCompared && wideOnly)}>
        {now === null ? "" : formatNumber(now.callsPerSecond)}
      </td>
      <td className={cn(number, isCompared && wideOnly)}>
        {now !== null && (
          <span className="inline-flex items-center gap-1.5">
            {isFailing(now) && <ShapeMark shape="failed" className="size-2.5" />}
            {formatShare(now.errorCount / Math.max(1, now.callCount))}
          </span>
        )}
        {now !== null && now.abortCount > 0 && (
          <span className="block text-2xs text-ink-2">
            aborts {formatShare(now.abortCount / Math.max(1, now.callCount))}
          </span>
        )}
      </td>
      <td className={cn(number, wideOnly)}>{now === null ? "" : formatCount(now.callCount)}</td>
      {isCompared && <Change row={row} />}
    </tr>
  );
}

function Change({ row }: { readonly row: FlowEdgeRow }) {
  const { change } = row;
  if (change === null)
    return (
      <td colSpan={2} className={cn(number, "text-ink-2")}>
        {row.now === null ? "comparison only" : "this window only"}
      </td>
    );
  const { difference, interval } = change.latencyNs;
  const kind = findSignificantChange(row);
  return (
    <>
      <td className={number}>
        <span className={cn("inline-flex items-center gap-1.5", kind === null && "text-ink-2")}>
          {kind === "slower" && <ShapeMark shape="unusual" className="size-2.5" />}
          {formatSigned(difference / 1e6)}
          {kind === null && <span className="text-2xs">may be chance</span>}
        </span>
        <span className="block text-2xs text-ink-2">
          {interval === null
            ? "too few calls"
            : `${formatSigned(interval.lower / 1e6)} to ${formatSigned(interval.upper / 1e6)}`}
        </span>
      </td>
      <td className={cn(number, wideOnly)}>{formatSigned(change.errorRatio.difference * 100)} points</td>
    </>
  );
}

function formatSigned(value: number): string {
  return value > 0 ? `+${formatNumber(value)}` : formatNumber(value);
}

/**
 * Formats a time in milliseconds without its unit. If it is unavailable, the cell states so and the tooltip gives the
 * reason.
 */
function formatMilliseconds(ns: number | null | undefined, reason?: string): React.ReactNode {
  if (ns === undefined) return "";
  if (ns !== null) return formatCallMilliseconds(ns);
  return (
    <span className="text-ink-2" title={reason}>
      unavailable
    </span>
  );
}
