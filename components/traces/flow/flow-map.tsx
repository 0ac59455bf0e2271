"use client";

import { useRef, useState, type KeyboardEvent } from "react";
import { cn } from "@/components/ui/cn";
import { FlowCall, FailedCallMarker, type KeyboardFocusProps } from "./flow-call";
import { entryNodeName, type DrawnEdge, type DrawnNode, type FlowDrawing } from "./flow-layout";
import { callName, formatShare, findSignificantChange } from "@/lib/sentences/traces/flow-text";

/** Hovered or focused element: a service by its name, or a call by its key. */
export interface HighlightedElement {
  readonly kind: "node" | "edge";
  readonly key: string;
}

interface FlowMapProps {
  readonly drawing: FlowDrawing;
  readonly summary: string;
  readonly highlighted: HighlightedElement | null;
  readonly onHighlight: (highlighted: HighlightedElement | null) => void;
}

/** Horizontal space that a service needs besides its name, and the width of one character. */
const nameMargin = 26;
const characterWidth = 6.2;

/** Draws the map of services and calls. It is one tab stop. The arrow keys move through calls, then services. */
export function FlowMap({ drawing, summary, highlighted, onHighlight }: FlowMapProps) {
  const svg = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState(0);
  const source = drawing.nodes.find(({ name }) => name === entryNodeName);
  const services = drawing.nodes.filter(({ name }) => name !== entryNodeName);
  const stops: readonly HighlightedElement[] = [
    ...drawing.edges.map(({ key }) => ({ kind: "edge" as const, key })),
    ...services.map(({ name }) => ({ kind: "node" as const, key: name })),
  ];
  const current = Math.min(at, stops.length - 1);
  const walk = (event: KeyboardEvent): void => {
    if (event.key === "Escape") return onHighlight(null);
    const next = stepOf(event.key, current, stops.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    svg.current?.querySelector<SVGElement>(`[data-stop="${next}"]`)?.focus();
  };
  const isHighlighted = (stop: HighlightedElement | undefined): boolean =>
    stop !== undefined && highlighted?.kind === stop.kind && highlighted.key === stop.key;
  const stopProps = (index: number, label: string) => ({
    "data-stop": index,
    tabIndex: index === current ? 0 : -1,
    role: "option" as const,
    "aria-label": label,
    "aria-selected": isHighlighted(stops[index]),
    onFocus: () => {
      setAt(index);
      onHighlight(stops[index] ?? null);
    },
    onPointerEnter: () => onHighlight(stops[index] ?? null),
  });
  return (
    <div className="overflow-x-auto">
      <svg
        ref={svg}
        role="listbox"
        tabIndex={-1}
        aria-label={summary}
        width={drawing.width}
        height={drawing.height}
        className="block"
        onKeyDown={walk}
        onPointerLeave={() => onHighlight(null)}
      >
        {drawing.edges.map((edge, index) => (
          <FlowCall
            key={edge.key}
            edge={edge}
            isHighlighted={isHighlighted({ kind: "edge", key: edge.key })}
            focusProps={stopProps(index, edgeLabel(edge))}
          />
        ))}
        {source !== undefined && <Source node={source} isDown={drawing.direction === "down"} />}
        {services.map((node, index) => (
          <Service
            key={node.name}
            node={node}
            isHighlighted={isHighlighted({ kind: "node", key: node.name })}
            stop={stopProps(drawing.edges.length + index, nodeLabel(node))}
            colour={`id-${(index % 7) + 2}`}
          />
        ))}
      </svg>
    </div>
  );
}

function stepOf(key: string, at: number, count: number): number | null {
  if (key === "ArrowRight" || key === "ArrowDown") return Math.min(count - 1, at + 1);
  if (key === "ArrowLeft" || key === "ArrowUp") return Math.max(0, at - 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

function edgeLabel({ row }: DrawnEdge): string {
  if (row.now === null) return `${callName(row)}, observed only in the comparison window`;
  const errors =
    row.now.errorCount === 0 ? "" : `, ${formatShare(row.now.errorCount / row.now.callCount)} failed`;
  const aborts =
    row.now.abortCount === 0
      ? ""
      : `, ${formatShare(row.now.abortCount / row.now.callCount)} aborted by clients`;
  const change = findSignificantChange(row);
  return `${callName(row)}, ${formatShare(row.now.criticalShare)} of request time${errors}${aborts}${change === null ? "" : `, ${change} than in the comparison window`}`;
}

function nodeLabel({ row, name }: DrawnNode): string {
  if (row === null) return `${name}, observed only in the comparison window`;
  if (row.isExternal) return `${name}, sends no spans`;
  return `${name}, ${formatShare(row.criticalShare)} of request time`;
}

const sourceRadius = 6;

interface SourceProps {
  readonly node: DrawnNode;
  readonly isDown: boolean;
}

function Source({ node: { x, y, width }, isDown }: SourceProps) {
  return (
    <g aria-hidden transform={`translate(${isDown ? x + width / 2 : x + width - sourceRadius} ${y})`}>
      <circle r={sourceRadius - 1} fill="none" className="stroke-ink-3" strokeWidth={1.4} />
      <text
        x={isDown ? sourceRadius + 8 : -sourceRadius - 4}
        y={4}
        textAnchor={isDown ? "start" : "end"}
        className="fill-ink-3 text-2xs"
      >
        requests
      </text>
    </g>
  );
}

interface ServiceProps {
  readonly node: DrawnNode;
  readonly isHighlighted: boolean;
  readonly colour: string;
  readonly stop: KeyboardFocusProps;
}

function Service({ node: { name, row, x, y, width, height }, isHighlighted, colour, stop }: ServiceProps) {
  const isExternal = row === null || row.isExternal;
  const errors = row?.errorCount ?? 0;
  return (
    <g
      {...stop}
      className="group cursor-default outline-none"
      transform={`translate(${x} ${y - height / 2})`}
    >
      <rect
        width={width}
        height={height}
        rx={4}
        strokeDasharray={isExternal ? "4 3" : undefined}
        strokeWidth={isHighlighted ? 2 : 1}
        className={cn(
          "fill-sheet",
          isHighlighted ? "stroke-accent" : "stroke-rule-strong",
          "group-focus-visible:stroke-accent",
        )}
      />
      {!isExternal && <rect x={8} y={10} width={3} height={24} fill={`var(--${colour})`} />}
      <text x={18} y={18} className="fill-ink text-xs font-medium">
        {truncatedName(name, width)}
      </text>
      <text x={18} y={34} className="tnum fill-ink-2 text-2xs">
        {row === null ? "comparison only" : isExternal ? "sends no spans" : formatShare(row.criticalShare)}
      </text>
      {errors > 0 && (
        <g transform={`translate(${width - 22} 16)`}>
          <FailedCallMarker />
        </g>
      )}
    </g>
  );
}

/** The details and the table show the full name. */
function truncatedName(name: string, width: number): string {
  const longest = Math.floor((width - nameMargin) / characterWidth);
  return name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
}
