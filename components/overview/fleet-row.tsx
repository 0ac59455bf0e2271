"use client";

import dynamic from "next/dynamic";
import type { JudgedRow, OverviewRow } from "@/lib/contracts/overview";
import type { ViewState } from "@/lib/client/url-state";
import { formatCount } from "@/lib/format/number";
import { formatCoarseDuration } from "@/lib/format/time";
import { Age } from "@/components/shared/age";
import { createPartLinker, createSignalsLink } from "@/components/shared/scope/signals-link";
import { SentenceText } from "@/components/shared/sentence-text";
import { ShapeMark, StatusMark } from "@/components/shared/status-mark";
import { VerdictFacts } from "@/components/shared/scope/verdict-facts";
import { cn } from "@/components/ui/cn";
import { belowValues, fleetGrid, leadingCell, rowFrameClasses } from "./fleet-grid";
import { FleetValues } from "./fleet-values";
import { RowName } from "./row-name";
import { RowWithoutNumbers } from "./row-without-numbers";

/** Loaded after the rows, together with its code. */
const RooflineLine = dynamic(() => import("./lazy-row-parts").then((module) => module.RooflineLine), {
  ssr: false,
});

/** Window to which the values of a row link. */
export type FleetView = Pick<ViewState, "from" | "to" | "live">;

interface FleetRowProps {
  readonly row: OverviewRow;
  readonly asOfMs: number;
  readonly view: FleetView;
  /** True for a stored row, which queries nothing. */
  readonly isCopy?: boolean;
}

/**
 * Shows a deployment in a row of the Overview. The row has the same height while it loads or after it
 * failed.
 */
export function FleetRow({ row, asOfMs, view, isCopy = false }: FleetRowProps) {
  const href = createSignalsLink(row.slug, view);
  if (row.state === "judged" && (row.sourceError === null || row.stale !== null))
    return <Judged row={row} asOfMs={asOfMs} href={href} view={view} isCopy={isCopy} />;
  return <RowWithoutNumbers row={row} asOfMs={asOfMs} href={href} />;
}

interface JudgedProps {
  readonly row: JudgedRow;
  readonly asOfMs: number;
  readonly href: string;
  readonly view: FleetView;
  readonly isCopy: boolean;
}

function Judged({ row, asOfMs, href, view, isCopy }: JudgedProps) {
  const { status } = row;
  const hrefFor = createPartLinker(view, asOfMs);
  return (
    <div role="row" className={cn(rowFrameClasses, row.stale !== null && "opacity-60")}>
      <div className={fleetGrid} role="presentation">
        <div role="cell" className={cn(leadingCell, "flex items-baseline justify-between fleet-rows:block")}>
          <StatusMark status={status} />
          <span className="block text-2xs text-ink-3 fleet-rows:pl-5">
            {row.stale === null ? (
              status.sinceMs !== null && formatCoarseDuration(asOfMs - status.sinceMs)
            ) : (
              <Age atMs={row.asOfMs} asOfMs={asOfMs} />
            )}
          </span>
        </div>
        <div role="cell" className={leadingCell}>
          <RowName row={row} href={href} />
        </div>
        <FleetValues
          row={row}
          getHref={(signal) => createSignalsLink(row.slug, view, signal)}
          usualWindow={isCopy || row.stale !== null ? null : view}
        />
      </div>
      <div role="cell" className={cn(fleetGrid, "mt-1 text-ink-2")}>
        <span className={belowValues}>
          {row.stale !== null && (
            <span className="text-warn">
              <ShapeMark shape="stale" /> {row.sourceError === null && `${row.stale.reason}; `}
              last known values, <Age atMs={row.asOfMs} asOfMs={asOfMs} />.{" "}
            </span>
          )}
          <Partial warnings={row.warnings} />
          <SentenceText sentence={row.sentence} hrefFor={hrefFor} />{" "}
          {row.context !== undefined && <VerdictFacts context={row.context} hrefFor={hrefFor} />}
        </span>
        {!isCopy && (
          // Reserves space so that no row moves when the line is loaded.
          <span className={cn(belowValues, "mt-0.5 block min-h-4 text-2xs text-ink-3")}>
            <RooflineLine slug={row.slug} title={row.title} view={view} />
          </span>
        )}
      </div>
    </div>
  );
}

/** Shown if the source returned warnings, because the values may be incomplete. */
function Partial({ warnings = [] }: { readonly warnings?: readonly string[] | undefined }) {
  const [first] = warnings;
  if (first === undefined) return null;
  const more = warnings.length === 1 ? "" : ` and ${formatCount(warnings.length - 1)} more`;
  return (
    <span className="text-warn">
      <ShapeMark shape="unusual" /> partial data: {first}
      {more}.{" "}
    </span>
  );
}
