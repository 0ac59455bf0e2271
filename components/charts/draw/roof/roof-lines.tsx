import { Fragment, type ReactNode } from "react";
import { formatNumber, thinSpace } from "@/lib/format/number";
import type { PlotRoof, RoofCeiling } from "@/components/charts/prepare/roof-plot";
import {
  domainOf,
  logTicks,
  toX,
  toY,
  type PlotSize,
  type RoofView,
} from "@/components/charts/prepare/roof-view";
import { placedAt, stretched } from "./moving";

export interface RoofTexts {
  /** "TFLOP/s". */
  readonly yUnit: string;
  /** "FLOP/B". */
  readonly xUnit: string;
  readonly slopeUnit: string;
}

interface RoofLinesProps {
  readonly roof: PlotRoof;
  readonly view: RoofView;
  readonly size: PlotSize;
  readonly texts: RoofTexts;
}

/** Lines go on beyond the edges, so that a hand that moves the plane finds no end of them. */
const beyond = 1_000;
const halo = { paintOrder: "stroke", stroke: "var(--paper)", strokeWidth: 4 } as const;

/** Grid, roof and what the regions are called. */
export function RoofLines({ roof, view, size, texts }: RoofLinesProps) {
  const used = roof.ceilings.find(({ isUsed }) => isUsed) ?? roof.ceilings.at(-1);
  const highest = roof.ceilings.at(-1);
  if (used === undefined || highest === undefined) return null;
  const at = (x: number, y: number): string => `${toX(view, x)} ${toY(view, size, y)}`;
  const { x: shown } = domainOf(view, size);
  const [first, last] = [shown.least / beyond, shown.most * beyond];
  const ridge = used.peak / roof.slope;
  const top = highest.peak / roof.slope;
  return (
    <>
      <g style={stretched} fill="none">
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
        {roof.ceilings.map(({ name, peak, measured }) => (
          <Fragment key={name}>
            <Line d={`M${at(peak / roof.slope, peak)}L${at(last, peak)}`} />
            {measured !== null && (
              <Line
                dashed
                d={`M${at(measured / (roof.measuredSlope ?? roof.slope), measured)}L${at(last, measured)}`}
              />
            )}
          </Fragment>
        ))}
        <Line faint d={`M${at(ridge, used.peak)}V${size.height * 9}`} />
      </g>
      <CeilingNames roof={roof} view={view} size={size} texts={texts} />
      <SlopeNames roof={roof} view={view} size={size} texts={texts} />
      <Ridges roof={roof} view={view} size={size} texts={texts} />
      <Regions ridgeX={toX(view, ridge)} size={size} />
    </>
  );
}

function Grid({ view, size }: { readonly view: RoofView; readonly size: PlotSize }) {
  const { x, y } = domainOf(view, size);
  const powers = { least: x.least / 100, most: x.most * 100 };
  const d = [
    ...logTicks(powers, 1).map((value) => `M${toX(view, value)} ${-size.height}V${size.height * 2}`),
    ...logTicks({ least: y.least / 100, most: y.most * 100 }, 1).map(
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

/** Nearer than this, the name of a ceiling that is not in use gives way. */
const apart = 30;

/** Of 11 px type, and how many of them "1,979 TFLOP/s" and the ridge's mark take. */
const letter = 6.1;
const nameRest = 16;

/** At the right edge: the theoretical above its line, the measured below. */
function CeilingNames({ roof, view, size, texts }: RoofLinesProps) {
  const placed: number[] = [];
  const named: { readonly ceiling: RoofCeiling; readonly y: number }[] = [];
  for (const ceiling of roof.ceilings.toSorted((a, b) => Number(b.isUsed) - Number(a.isUsed))) {
    const y = toY(view, size, ceiling.peak);
    if (placed.some((other) => Math.abs(other - y) < apart)) continue;
    placed.push(y);
    named.push({ ceiling, y });
  }
  // Above what the ridge is called, where the line is shorter than its name.
  const hasRoom = (name: string, peak: number): boolean =>
    size.width - toX(view, peak / roof.slope) > (name.length + nameRest) * letter;
  return named.map(({ ceiling: { name, peak, measured }, y }) => (
    <Fragment key={name}>
      <g {...placedAt(size.width - 4, y, "y")}>
        <text y={hasRoom(name, peak) ? -6 : -20} textAnchor="end" fontSize={11} fill="var(--ink)" {...halo}>
          <tspan fontWeight={600}>{name}</tspan> {formatNumber(peak)}
          {thinSpace}
          {texts.yUnit}
        </text>
      </g>
      {measured !== null && (
        <g {...placedAt(size.width - 4, toY(view, size, measured), "y")}>
          <text y={14} textAnchor="end" fontSize={11} fill="var(--ink-3)" {...halo}>
            measured {formatNumber(measured)}
          </text>
        </g>
      )}
    </Fragment>
  ));
}

/** Along the slope, at the middle of what is seen of it below the ridge. */
function SlopeNames({ roof, view, size, texts }: RoofLinesProps) {
  const used = roof.ceilings.find(({ isUsed }) => isUsed) ?? roof.ceilings[0];
  const right = Math.min(size.width, toX(view, (used?.peak ?? roof.slope) / roof.slope));
  const left = Math.max(0, toX(view, domainOf(view, size).y.least / roof.slope));
  if (right - left < 120) return null;
  const value = 10 ** (view.left + (left + (right - left) * 0.62) / view.pixelsPerDecade);
  return (
    <>
      <g {...placedAt(toX(view, value), toY(view, size, roof.slope * value))}>
        <text transform="rotate(-45)" y={-7} textAnchor="middle" fontSize={11} fill="var(--ink)">
          <tspan fontWeight={600}>memory bandwidth</tspan> {formatNumber(roof.slope)}
          {thinSpace}
          {texts.slopeUnit}
        </text>
      </g>
      {roof.measuredSlope !== null && (
        <g {...placedAt(toX(view, value), toY(view, size, roof.measuredSlope * value))}>
          <text transform="rotate(-45)" x={30} y={15} textAnchor="middle" fontSize={11} fill="var(--ink-3)">
            measured {formatNumber(roof.measuredSlope)}
            {thinSpace}
            {texts.slopeUnit}
          </text>
        </g>
      )}
    </>
  );
}

function Ridges({ roof, view, size, texts }: RoofLinesProps) {
  return roof.ceilings.map(({ name, peak, isUsed }) => {
    const x = peak / roof.slope;
    return (
      <g key={name} {...placedAt(toX(view, x), toY(view, size, peak))}>
        <circle
          r={isUsed ? 5 : 3}
          fill="var(--paper)"
          stroke={isUsed ? "var(--ink)" : "var(--ink-3)"}
          strokeWidth={1.5}
        />
        {isUsed && (
          <text x={-12} y={-6} textAnchor="end" fontSize={11} fill="var(--ink)" {...halo}>
            <tspan fontWeight={600}>ridge</tspan> {formatNumber(x)}
            {thinSpace}
            {texts.xUnit}
          </text>
        )}
      </g>
    );
  });
}

function Regions({ ridgeX, size }: { readonly ridgeX: number; readonly size: PlotSize }) {
  const foot = size.height - 22;
  return (
    <>
      <g transform="translate(8 20)">
        <Named name="above the roof" what="a point here means wrong inputs" anchor="start" />
      </g>
      {ridgeX > 130 && (
        <g {...placedAt(ridgeX - 12, foot, "x")}>
          <Named name="memory-bound" what="bytes set the pace" anchor="end" />
        </g>
      )}
      {ridgeX < size.width - 130 && (
        <g {...placedAt(ridgeX + 12, foot, "x")}>
          <Named name="compute-bound" what="arithmetic sets the pace" anchor="start" />
        </g>
      )}
    </>
  );
}

interface NamedProps {
  readonly name: ReactNode;
  readonly what: string;
  readonly anchor: "start" | "end";
}

function Named({ name, what, anchor }: NamedProps) {
  return (
    <text textAnchor={anchor} fontSize={11} fill="var(--ink-3)" {...halo}>
      <tspan fontSize={13} fontWeight={600} fill="var(--ink-2)">
        {name}
      </tspan>
      <tspan x={0} dy={15}>
        {what}
      </tspan>
    </text>
  );
}
