import type { PlotPoint } from "@/components/charts/prepare/roof/roof-plot";
import { lineSpacingPx, type PointLabel } from "@/components/charts/prepare/roof/roof-labels";
import { toX, toY, type PlotSize, type RoofView } from "@/components/charts/prepare/roof/roof-view";
import { createPositionProps } from "./movement";

interface RoofPointProps {
  readonly point: PlotPoint;
  readonly view: RoofView;
  readonly size: PlotSize;
  readonly label: PointLabel | undefined;
  /** True if pointer or keyboard selects the point. */
  readonly hasCursor: boolean;
}

/** Renders one point with its error whiskers, marker, and label if there is space. */
export function RoofPoint({ point, view, size, label, hasCursor }: RoofPointProps) {
  const [x, y] = [toX(view, point.x), toY(view, size, point.y)];
  const colour = `var(--${point.colour})`;
  return (
    <g {...createPositionProps(x, y)} data-point={point.key}>
      {label !== undefined && label.leaderLine !== null && (
        <path
          d={`M0 0L${label.leaderLine.dx} ${label.leaderLine.dy}`}
          stroke="var(--ink-3)"
          strokeWidth={1}
        />
      )}
      <Whiskers point={point} view={view} />
      {hasCursor && <circle r={10} fill="none" stroke="var(--accent)" strokeWidth={1.5} />}
      <Marker point={point} colour={colour} />
      {point.hasWarning && (
        <text x={0} y={-12} textAnchor="middle" fontSize={12} fontWeight={600} fill="var(--bad)">
          !
        </text>
      )}
      {label !== undefined && <Name point={point} label={label} />}
    </g>
  );
}

function Marker({ point: { style, shape }, colour }: { readonly point: PlotPoint; readonly colour: string }) {
  const paint =
    style === "filled"
      ? { fill: colour, stroke: "var(--paper)", strokeWidth: 1.5 }
      : {
          fill: "var(--paper)",
          stroke: colour,
          strokeWidth: 1.75,
          ...(style === "dashed" ? { strokeDasharray: "3 2.5" } : {}),
        };
  if (shape === "none") return null;
  if (shape === "dot") return <circle r={3} {...paint} />;
  if (shape === "square") return <rect x={-4.5} y={-4.5} width={9} height={9} {...paint} />;
  if (shape === "diamond") return <path d="M0-6L6 0L0 6L-6 0Z" {...paint} />;
  return <circle r={style === "filled" ? 5.5 : style === "dashed" ? 6 : 4} {...paint} />;
}

const cap = 5;

function Whiskers({ point, view }: { readonly point: PlotPoint; readonly view: RoofView }) {
  const pixelOffset = (value: number, from: number): number =>
    Math.max(-4_000, Math.min(4_000, (Math.log10(value) - Math.log10(from)) * view.pixelsPerDecade));
  const { xErrorRange, yErrorRange } = point;
  const parts: string[] = [];
  if (xErrorRange !== null) {
    const [left, right] = [pixelOffset(xErrorRange.min, point.x), pixelOffset(xErrorRange.max, point.x)];
    parts.push(`M${left} 0H${right}M${left} ${-cap}V${cap}M${right} ${-cap}V${cap}`);
  }
  if (yErrorRange !== null) {
    const [foot, head] = [-pixelOffset(yErrorRange.min, point.y), -pixelOffset(yErrorRange.max, point.y)];
    parts.push(`M0 ${foot}V${head}M${-cap} ${foot}H${cap}M${-cap} ${head}H${cap}`);
  }
  if (parts.length === 0) return null;
  return <path d={parts.join("")} fill="none" stroke="var(--ink)" strokeWidth={1.25} />;
}

function Name({ point, label }: { readonly point: PlotPoint; readonly label: PointLabel }) {
  return (
    <text
      x={label.dx}
      y={label.dy + 4}
      textAnchor={label.anchor}
      fontSize={11}
      fill="var(--ink-2)"
      stroke="var(--paper)"
      strokeWidth={4}
      paintOrder="stroke"
    >
      <tspan fontSize={12} fontWeight={600} fill="var(--ink)">
        {point.name}
      </tspan>
      {label.detailLines.map((line) => (
        <tspan key={line} x={label.dx} dy={lineSpacingPx}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
