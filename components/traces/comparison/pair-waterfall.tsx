"use client";

import { spanDisplayName } from "@/lib/base/safe-text";
import type { ComparedSide, TraceDifference } from "@/lib/contracts/traces/trace-comparison";
import { formatNanoseconds } from "@/lib/format/time";
import { countWithNoun } from "@/lib/format/agreement";
import { cn } from "@/components/ui/cn";
import { phaseColour } from "../phase-style";
import { ScaleHead } from "./difference-dot";
import { formatMilliseconds, formatSignedMilliseconds } from "./difference-text";
import { createPercentScale, type PercentScale } from "./scale";
import { SideMarker } from "./side-marker";

type Pair = NonNullable<TraceDifference["pair"]>;
type PairRow = Pair["rows"][number];
type PairSide = NonNullable<PairRow["a"]>;

interface PairWaterfallProps {
  readonly pair: Pair;
  readonly sides: { readonly a: ComparedSide; readonly b: ComparedSide };
  readonly isTableShown: boolean;
}

const right = "pl-3 text-right whitespace-nowrap";
const maxIndent = 12;

/** Draws two requests on one time scale, aligned at their starts. Rows are matched by path. */
export function PairWaterfall({ pair, sides: { a, b }, isTableShown }: PairWaterfallProps) {
  const scale = createPercentScale(
    pair.rows
      .flatMap((row) => [row.a, row.b])
      .flatMap((side) => (side === null ? [] : [side.startNs, side.endNs])),
    5,
    1,
  );
  return (
    <section className="pt-6">
      <h2 className="pb-1 text-sm font-semibold">
        Both requests by node
        <span className="ml-2 text-xs font-normal text-ink-3">
          Times in ms. A node is an operation. Nodes are matched by their path from the root. Both requests
          start at 0.
        </span>
      </h2>
      <div
        className="max-h-[75vh] overflow-auto"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label="Both requests by node"
      >
        <table className="tnum w-full text-xs">
          <thead className="sticky top-0 z-10 bg-paper text-2xs text-ink-3">
            <tr>
              <th className="border-b border-rule pb-1 text-left font-normal">Node</th>
              <th className={cn(right, "border-b border-rule pb-1 font-normal")}>
                <SideMarker side="a" className="mr-1.5" />
                {a.label}
              </th>
              <th className={cn(right, "border-b border-rule pb-1 font-normal")}>
                <SideMarker side="b" className="mr-1.5" />
                {b.label}
              </th>
              <th className={cn(right, "border-b border-rule pb-1 font-normal")}>Difference</th>
              {isTableShown ? (
                <th className={cn(right, "border-b border-rule pb-1 font-normal")}>
                  Difference on the critical path
                </th>
              ) : (
                <th aria-hidden className="w-1/2 border-b border-rule pl-4 font-normal max-md:hidden">
                  <ScaleHead scale={scale} format={(ns) => (ns === 0 ? "0" : formatNanoseconds(ns))} />
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {pair.rows.map((row, index) => (
              <PairLine
                key={index}
                row={row}
                names={[a.label, b.label]}
                scale={scale}
                isTable={isTableShown}
              />
            ))}
          </tbody>
        </table>
      </div>
      {pair.omittedCount > 0 && (
        <p className="py-1 text-xs text-ink-2">
          {countWithNoun(pair.omittedCount, "more row is", "more rows are")} not shown.
        </p>
      )}
    </section>
  );
}

interface PairLineProps {
  readonly row: PairRow;
  readonly names: readonly [string, string];
  readonly scale: PercentScale;
  readonly isTable: boolean;
}

function PairLine({ row, names, scale, isTable }: PairLineProps) {
  const { a, b, depth, service, name } = row;
  const onlySide = b === null ? names[0] : a === null ? names[1] : null;
  const formatDifference = (of: (side: PairSide) => number): string =>
    formatSignedMilliseconds((a === null ? 0 : of(a)) - (b === null ? 0 : of(b)));
  return (
    <tr className="h-7 border-b border-rule">
      <th scope="row" className="max-w-80 text-left font-normal">
        <span
          className="flex items-center"
          style={{ paddingLeft: Math.min(depth, maxIndent) * 12 }}
          title={`${service}: ${name}`}
        >
          <span className="truncate">{spanDisplayName(name)}</span>
          <span className="ml-1.5 truncate text-2xs text-ink-3 max-md:hidden">{service}</span>
          {onlySide !== null && (
            <span className="ml-1.5 shrink-0 rounded-sm bg-selected px-1.5 text-2xs">
              only in {onlySide.toLowerCase()}
            </span>
          )}
        </span>
        {!isTable && (
          <span className="block md:hidden">
            <PairBars row={row} scale={scale} />
          </span>
        )}
      </th>
      <td className={right}>{a === null ? "" : totalText(a)}</td>
      <td className={cn(right, "text-ink-2")}>{b === null ? "" : totalText(b)}</td>
      <td className={cn(right, "font-medium")}>{formatDifference(({ totalNs }) => totalNs)}</td>
      {isTable ? (
        <td className={right}>{formatDifference(({ criticalNs }) => criticalNs)}</td>
      ) : (
        <td className="h-7 p-0 pl-4 max-md:hidden">
          <PairBars row={row} scale={scale} />
        </td>
      )}
    </tr>
  );
}

/** Draws the first request as a thick bar in the colour of its phase, and the second as a thin grey bar below it. */
function PairBars({ row: { a, b }, scale }: Pick<PairLineProps, "row" | "scale">) {
  return (
    <span aria-hidden className="relative block h-7">
      {a !== null && (
        <Bar side={a} scale={scale} className="top-[5px] h-[10px]" colour={phaseColour(a.phase)} />
      )}
      {b !== null && <Bar side={b} scale={scale} className="top-[17px] h-[5px]" colour="var(--rest)" />}
    </span>
  );
}

/** Formats the total of one path. Several spans are shown as their number × their mean. */
function totalText({ totalNs, spanCount }: PairSide): string {
  return spanCount === 1
    ? formatMilliseconds(totalNs)
    : `${spanCount} × ${formatMilliseconds(totalNs / spanCount)}`;
}

interface BarProps {
  readonly side: PairSide;
  readonly scale: PercentScale;
  readonly className: string;
  readonly colour: string;
}

function Bar({ side: { startNs, endNs }, scale, className, colour }: BarProps) {
  const leftPercent = scale.toPercent(startNs);
  return (
    <span
      className={cn("absolute rounded-[1.5px]", className)}
      style={{
        left: `${leftPercent}%`,
        width: `max(1.5px, ${scale.toPercent(endNs) - leftPercent}%)`,
        background: colour,
      }}
    />
  );
}
