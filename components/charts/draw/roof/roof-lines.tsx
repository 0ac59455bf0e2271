import { Fragment } from "react";
import {
  findUsedCeiling,
  type ComparedRoof,
  type PlotRoof,
} from "@/components/charts/prepare/roof/roof-plot";
import { comparedRoofLine } from "@/components/charts/prepare/roof/roof-name";
import {
  computeVisibleRanges,
  computeTickCandidates,
  toX,
  toY,
  type PlotSize,
  type RoofView,
} from "@/components/charts/prepare/roof/roof-view";
import { createPositionProps, stretchStyle } from "./movement";

interface RoofLinesProps {
  readonly roof: PlotRoof;
  readonly view: RoofView;
  readonly size: PlotSize;
  /** Roof of another accelerator, drawn for comparison. Null without one. */
  readonly comparedRoof: ComparedRoof | null;
}

/** Factor by which lines extend beyond the edges, so that panning never shows their ends. */
const beyond = 1_000;

/** Renders the grid and the lines of the roof, and the roof of another accelerator as a dashed line. */
export function RoofLines({ roof, view, size, comparedRoof }: RoofLinesProps) {
  const used = findUsedCeiling(roof);
  const highest = roof.ceilings.at(-1);
  if (used === undefined || highest === undefined) return null;
  const at = (x: number, y: number): string => `${toX(view, x)} ${toY(view, size, y)}`;
  const { x: xRange } = computeVisibleRanges(view, size);
  const [first, last] = [xRange.min / beyond, xRange.max * beyond];
  const ridge = used.peak / roof.slope;
  const top = highest.peak / roof.slope;
  return (
    <>
      <g style={stretchStyle} fill="none">
        <path
          d={`M${at(first, roof.slope * first)}L${at(top, highest.peak)}H${toX(view, last)}V${-size.height * 9}H${toX(view, first)}Z`}
          fill="var(--well)"
        />
        <Grid view={view} size={size} />
        {roof.measuredSlope !== null && (
          <Line
            dashed
            d={`M${at(first, roof.measuredSlope * first)}L${at(highest.peak / roof.measuredSlope, highest.peak)}`}
          />
        )}
        <Line d={`M${at(first, roof.slope * first)}L${at(top, highest.peak)}`} />
        {roof.ceilings.map(({ name, peak, measuredPeak }) => (
          <Fragment key={name}>
            <Line d={`M${at(peak / roof.slope, peak)}L${at(last, peak)}`} />
            {measuredPeak !== null && (
              <Line
                dashed
                d={`M${at(measuredPeak / (roof.measuredSlope ?? roof.slope), measuredPeak)}L${at(last, measuredPeak)}`}
              />
            )}
          </Fragment>
        ))}
        {comparedRoof !== null && (
          <ComparedRoofLine comparedRoof={comparedRoof} ends={{ first, last }} at={at} />
        )}
        <Line faint d={`M${at(ridge, used.peak)}V${size.height * 9}`} />
      </g>
      <Rings roof={roof} view={view} size={size} />
    </>
  );
}

function Grid({ view, size }: { readonly view: RoofView; readonly size: PlotSize }) {
  const { x, y } = computeVisibleRanges(view, size);
  const powers = { min: x.min / 100, max: x.max * 100 };
  const d = [
    ...computeTickCandidates(powers, 1).map(
      (value) => `M${toX(view, value)} ${-size.height}V${size.height * 2}`,
    ),
    ...computeTickCandidates({ min: y.min / 100, max: y.max * 100 }, 1).map(
      (value) => `M${-size.width} ${toY(view, size, value)}H${size.width * 2}`,
    ),
  ].join("");
  return <path d={d} stroke="var(--rule)" vectorEffect="non-scaling-stroke" />;
}

interface LineProps {
  readonly d: string;
  readonly dashed?: boolean;
  readonly faint?: boolean;
}

function Line({ d, dashed = false, faint = false }: LineProps) {
  return (
    <path
      d={d}
      stroke={dashed || faint ? "var(--ink-3)" : "var(--ink)"}
      strokeWidth={dashed || faint ? 1 : 1.5}
      strokeDasharray={dashed ? "5 4" : faint ? "1.5 3" : undefined}
      vectorEffect="non-scaling-stroke"
    />
  );
}

interface ComparedRoofLineProps {
  readonly comparedRoof: ComparedRoof;
  /** First and last position on the X axis. */
  readonly ends: { readonly first: number; readonly last: number };
  /** Returns the pixels of a position in axis values. */
  readonly at: (x: number, y: number) => string;
}

/** Renders the bandwidth and the used ceiling of another accelerator. */
function ComparedRoofLine({ comparedRoof: { roof }, ends: { first, last }, at }: ComparedRoofLineProps) {
  const peak = findUsedCeiling(roof)?.peak;
  if (peak === undefined) return null;
  return (
    <path
      data-part="ghost-roof"
      d={`M${at(first, roof.slope * first)}L${at(peak / roof.slope, peak)}L${at(last, peak)}`}
      stroke={comparedRoofLine.stroke}
      strokeWidth={1.5}
      strokeDasharray={comparedRoofLine.dashes}
      vectorEffect="non-scaling-stroke"
    />
  );
}

function Rings({ roof, view, size }: Omit<RoofLinesProps, "comparedRoof">) {
  return roof.ceilings.map(({ name, peak, isUsed }) => (
    <g key={name} {...createPositionProps(toX(view, peak / roof.slope), toY(view, size, peak))}>
      <circle
        r={isUsed ? 5 : 3}
        fill="var(--paper)"
        stroke={isUsed ? "var(--ink)" : "var(--ink-3)"}
        strokeWidth={1.5}
      />
    </g>
  ));
}
