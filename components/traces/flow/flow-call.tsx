import { cn } from "@/components/ui/cn";
import { markerWidthPx, type DrawnEdge } from "./flow-layout";
import { arrowLengthPx } from "./flow-lines";
import { isFailing, findSignificantChange } from "@/lib/sentences/traces/flow-text";

/** Attributes of an element that the arrow keys can focus. */
export interface KeyboardFocusProps {
  readonly "data-stop": number;
  readonly tabIndex: number;
  readonly role: "option";
  readonly "aria-selected": boolean;
  readonly "aria-label": string;
  readonly onFocus: () => void;
  readonly onPointerEnter: () => void;
}

interface CallProps {
  readonly edge: DrawnEdge;
  readonly isHighlighted: boolean;
  readonly focusProps: KeyboardFocusProps;
}

/**
 * Draws a call as a line. Its width is the share of request time, dashes mean that only the comparison
 * window has it, and markers show errors and slowness.
 */
export function FlowCall({ edge, isHighlighted, focusProps }: CallProps) {
  const { row, path, arrow, strokeWidthPx, label } = edge;
  return (
    <g {...focusProps} className="group cursor-default outline-none">
      <path d={path} fill="none" strokeWidth={Math.max(16, strokeWidthPx)} stroke="transparent" />
      <path
        d={path}
        fill="none"
        strokeWidth={strokeWidthPx}
        strokeDasharray={row.now === null ? "5 4" : undefined}
        className={cn(isHighlighted ? "stroke-accent" : "stroke-rest", "group-focus-visible:stroke-accent")}
      />
      <Arrow arrow={arrow} isHighlighted={isHighlighted} />
      {label !== null && <Label label={label} row={row} />}
    </g>
  );
}

/** Markers, followed by the median duration. */
function Label({
  label: { x, y, width, height, text },
  row,
}: {
  readonly label: NonNullable<DrawnEdge["label"]>;
  readonly row: DrawnEdge["row"];
}) {
  const failing = isFailing(row.now);
  const slower = findSignificantChange(row) === "slower";
  const markersWidth = (failing ? markerWidthPx : 0) + (slower ? markerWidthPx : 0);
  return (
    <g transform={`translate(${Math.round(x)} ${Math.round(y - height / 2)})`}>
      {failing && (
        <g transform="translate(0 1)">
          <FailedCallMarker />
        </g>
      )}
      {slower && (
        <path
          transform={`translate(${failing ? markerWidthPx : 0} 1)`}
          d="M6 .8 11.4 11.2H.6Z"
          className="fill-warn stroke-paper"
          strokeWidth={1}
        />
      )}
      {text !== null && (
        <text
          textAnchor={markersWidth > 0 ? "start" : "middle"}
          x={markersWidth > 0 ? markersWidth : width / 2}
          y={11}
          className="tnum fill-ink-2 stroke-paper text-2xs"
          strokeWidth={4}
          paintOrder="stroke"
        >
          {text}
        </text>
      )}
    </g>
  );
}

/** Draws a circled cross for calls that ended in error. */
export function FailedCallMarker() {
  return (
    <g className="fill-paper stroke-bad" strokeWidth={1.4} strokeLinecap="round">
      <circle cx={6} cy={6} r={5.2} />
      <path d="m4 4 4 4m0-4L4 8" />
    </g>
  );
}

interface ArrowProps {
  readonly arrow: DrawnEdge["arrow"];
  readonly isHighlighted: boolean;
}

function Arrow({ arrow: { x, y, angleDeg }, isHighlighted }: ArrowProps) {
  return (
    <path
      d={`M0 -5l${arrowLengthPx} 5l${-arrowLengthPx} 5Z`}
      transform={`translate(${x} ${y}) rotate(${angleDeg})`}
      className={cn(isHighlighted ? "fill-accent" : "fill-rest", "group-focus-visible:fill-accent")}
    />
  );
}
