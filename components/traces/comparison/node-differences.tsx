"use client";

import { useState } from "react";
import type { ComparedSide, NodeRow, TraceDifference } from "@/lib/contracts/traces/trace-comparison";
import { countWithNoun } from "@/lib/format/agreement";
import { Button } from "@/components/ui/button";
import type { ComparisonDisplay } from "./comparison-body";
import { formatMilliseconds } from "./difference-text";
import { NodeLine } from "./node-line";
import { sortAsTree } from "./node-order";
import { createPercentScale } from "./scale";
import { ScaleHead } from "./difference-dot";
import { SideMarker } from "./side-marker";

interface NodeDifferencesProps {
  readonly difference: TraceDifference;
  readonly sides: { readonly a: ComparedSide; readonly b: ComparedSide };
  readonly display: ComparisonDisplay;
  readonly changeDisplay: (next: Partial<ComparisonDisplay>) => void;
}

const shownAtFirst = 12;

/**
 * Lists the differences per operation of the call path. The differences on the critical path add up to the
 * difference of the requests.
 */
export function NodeDifferences({ difference, sides, display, changeDisplay }: NodeDifferencesProps) {
  const [isAll, setAll] = useState(false);
  const { nodes, omittedNodeCount } = difference;
  const isTable = display.display === "table";
  const isTree = display.nodeOrder === "as-tree";
  const ordered = isTree ? sortAsTree(nodes) : nodes;
  const visibleNodes = isAll || isTable ? ordered : ordered.slice(0, shownAtFirst);
  const scale = createPercentScale(visibleNodes.flatMap(edgesOf), 3);
  const services = new Map(
    [...new Set(nodes.map(({ service }) => service))].toSorted().map((service, index) => [service, index]),
  );
  return (
    <section className="pt-6">
      <div className="flex flex-wrap items-center gap-2 pb-1">
        <h2 className="text-sm font-semibold">
          Difference by node
          <span className="ml-2 text-xs font-normal text-ink-3">
            A node is an operation. Nodes are matched by their path from the root. The times are means per
            request in ms and include the time after the first token. The difference includes only time on the
            critical path, so it can deviate from the difference of the two means.
          </span>
        </h2>
        <div role="group" aria-label="Node order" className="ml-auto flex gap-1">
          {orders.map(([order, title]) => (
            <Button
              key={order}
              size="sm"
              variant={display.nodeOrder === order ? "selected" : "ghost"}
              aria-pressed={display.nodeOrder === order}
              onClick={() => changeDisplay({ nodeOrder: order })}
            >
              {title}
            </Button>
          ))}
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Difference by node">
        <table className="tnum w-full text-xs">
          <NodeHead sides={sides} isTable={isTable} scale={scale} />
          <tbody>
            {visibleNodes.map((node) => (
              <NodeLine
                key={node.nodeIndex}
                node={node}
                nodes={nodes}
                sides={sides}
                isIndented={isTree}
                isTableShown={isTable}
                scale={scale}
                colour={`var(--id-${((services.get(node.service) ?? 0) % 7) + 2})`}
              />
            ))}
          </tbody>
        </table>
      </div>
      <MoreNodes hidden={ordered.slice(visibleNodes.length)} onAll={() => setAll(true)} />
      {omittedNodeCount > 0 && (
        <p className="py-1 text-xs text-ink-2">
          {countWithNoun(omittedNodeCount, "more node is", "more nodes are")} not listed. Each of them differs
          less than every listed node.
        </p>
      )}
    </section>
  );
}

const orders = [
  ["by-difference", "By difference"],
  ["as-tree", "Tree"],
] as const;

function edgesOf({ criticalNs: { difference, interval } }: NodeRow): readonly number[] {
  return [difference, ...(interval === null ? [] : [interval.lower, interval.upper])];
}

function MoreNodes({ hidden, onAll }: { readonly hidden: readonly NodeRow[]; readonly onAll: () => void }) {
  if (hidden.length === 0) return null;
  const maxDifferenceNs = Math.max(...hidden.map(({ criticalNs }) => Math.abs(criticalNs.difference)));
  return (
    <p className="py-1.5 text-xs text-ink-2">
      <button type="button" className="text-accent hover:underline" onClick={onAll}>
        {countWithNoun(hidden.length, "more node")}
      </button>
      , each differing by at most {formatMilliseconds(maxDifferenceNs)} ms
    </p>
  );
}

interface NodeHeadProps {
  readonly sides: NodeDifferencesProps["sides"];
  readonly isTable: boolean;
  readonly scale: ReturnType<typeof createPercentScale>;
}

function NodeHead({ sides: { a, b }, isTable, scale }: NodeHeadProps) {
  const right = "pl-3 pb-1 text-right font-normal whitespace-nowrap";
  const wide = `${right} max-md:hidden`;
  return (
    <thead className="border-b border-rule text-2xs text-ink-3">
      <tr className="text-ink-2">
        <th className="max-md:hidden" />
        <th colSpan={4} className={wide} scope="colgroup">
          <SideMarker side="a" className="mr-1.5" />
          {a.label}, mean per request
        </th>
        <th colSpan={4} className={wide} scope="colgroup">
          <SideMarker side="b" className="mr-1.5" />
          {b.label}, mean per request
        </th>
        <th colSpan={isTable ? 3 : 2} className={wide} scope="colgroup">
          Difference
        </th>
        {!isTable && <th className="max-md:hidden" />}
      </tr>
      <tr>
        <th className="pb-1 text-left font-normal">Node</th>
        {[a, b].map(({ label }, index) => (
          <NodeColumns key={index} label={label} />
        ))}
        <th className={right}>ms</th>
        {isTable ? (
          <>
            <th className={right}>95 % lower</th>
            <th className={right}>95 % upper</th>
          </>
        ) : (
          <>
            <th className={wide}>95 %</th>
            <th aria-hidden className="w-48 pl-4 font-normal max-md:hidden">
              <ScaleHead scale={scale} format={formatMilliseconds} />
            </th>
          </>
        )}
      </tr>
    </thead>
  );
}

function NodeColumns({ label }: { readonly label: string }) {
  const right = "pl-3 pb-1 text-right font-normal whitespace-nowrap";
  return (
    <>
      <th className={`${right} max-md:hidden`}>Total</th>
      <th className={`${right} max-md:hidden`}>Self</th>
      <th className={right}>
        <span className="md:hidden">{label}</span>
        <span className="max-md:hidden">Critical</span>
      </th>
      <th className={`${right} max-md:hidden`}>Requests</th>
    </>
  );
}
