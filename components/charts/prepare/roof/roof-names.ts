/**
 * Names of the parts of a roof and their positions: ceilings above their lines, the ridge next to its ring, the
 * bandwidth along its line, regions in their corners. Each has several positions and shorter variants. A name without
 * a free position is omitted.
 */
import { formatNumber } from "@/lib/format/number";
import {
  boxAround,
  boxAt,
  findCheapestFreeCandidate,
  letterWidthPx,
  type Box,
  type PlacementCandidate,
} from "@/components/charts/prepare/plot-boxes";
import type { PlotViewport, OccupiedBoxes } from "./roof-obstacles";
import type { PlotRoof, RoofCeiling } from "./roof-plot";
import { unit, type RoofName, type RoofTexts } from "./roof-name";
import { computeVisibleRanges, toX, toY } from "./roof-view";

/** Roof, texts and visible range of the plot whose parts are named. */
export type NameContext = PlotViewport & { readonly roof: PlotRoof; readonly texts: RoofTexts };
/** Possible positions of one name. */
export type NameCandidates = readonly PlacementCandidate<RoofName>[];

/** Cost of a shorter variant relative to a worse position. */
export const shorterNameCost = 20;

/** Labels of the roof by priority relative to the labels of operating points. */
export interface NamesByPriority {
  readonly beforePoints: readonly NameCandidates[];
  readonly beforePointsIfAllFit: readonly NameCandidates[];
  readonly afterPoints: readonly NameCandidates[];
}

/** Returns the possible positions of all roof labels, grouped by priority. */
export function rankRoofNames(input: NameContext): NamesByPriority {
  const { roof } = input;
  const used = roof.ceilings.find(({ isUsed }) => isUsed) ?? roof.ceilings.at(-1);
  if (used === undefined) return { beforePoints: [], beforePointsIfAllFit: [], afterPoints: [] };
  const otherCeilings = roof.ceilings.filter((ceiling) => ceiling !== used).toReversed();
  return {
    beforePoints: [ceilingNames(used, input), ridgeNames(used, input)],
    beforePointsIfAllFit: [
      ...regionNames(used, input),
      ...otherCeilings.slice(0, 1).map((ceiling) => ceilingNames(ceiling, input)),
      slopeNames(used, input),
    ],
    afterPoints: [
      ...otherCeilings.slice(1).map((ceiling) => ceilingNames(ceiling, input)),
      ...[used, ...otherCeilings].map((ceiling) => measuredNames(ceiling, input)),
      measuredSlopeNames(used, input),
    ],
  };
}

/** Chooses the best free position of each roof label, in order. */
export function layOutRoofNames(
  nameCandidates: readonly NameCandidates[],
  { drawnBoxes, nameBoxes }: OccupiedBoxes,
  { size }: PlotViewport,
): readonly RoofName[] {
  return nameCandidates.flatMap((candidates) => {
    const found = findCheapestFreeCandidate(candidates, [...drawnBoxes, ...nameBoxes], size);
    if (found === undefined) return [];
    nameBoxes.push(...found.boxes);
    return [found.label];
  });
}

const widthOf = ({ name, details }: Pick<RoofName, "name" | "details">): number =>
  (name.length + details.length) * letterWidthPx.detail + name.length * 0.6;

const edge = 4;
/** Height of digits and capitals above the baseline at 11 px. */
const ascent = 9;

/** At the right edge, above or below its line. */
function ceilingNames({ name, peak }: RoofCeiling, { view, size, texts }: NameContext): NameCandidates {
  const y = toY(view, size, peak);
  const [firstOf = name] = name.split(", ");
  const variants = [
    { name, details: unit(peak, texts.yUnit) },
    { name, details: ` ${formatNumber(peak)}` },
    { name: firstOf, details: ` ${formatNumber(peak)}` },
    { name: firstOf, details: "" },
  ];
  return variants.flatMap((variant, index) =>
    [-6, 14].map((offset, isBelow) => ({
      boxes: [
        boxAt(size.width - edge - widthOf(variant), y + offset - ascent, {
          width: widthOf(variant),
          height: ascent + 3,
        }),
      ],
      cost: index * shorterNameCost + isBelow * 30,
      label: {
        key: `ceiling ${name}`,
        x: size.width - edge,
        y: y + offset,
        anchor: "end",
        movementAxes: "y",
        slopeOffsetPx: null,
        style: "line",
        ...variant,
      } as const,
    })),
  );
}

/** At the right edge, below its dashed line. */
function measuredNames({ name, measuredPeak }: RoofCeiling, { view, size }: NameContext): NameCandidates {
  if (measuredPeak === null) return [];
  const variant = { name: "", details: `measured ${formatNumber(measuredPeak)}` };
  const y = toY(view, size, measuredPeak) + 14;
  return [
    {
      boxes: [
        boxAt(size.width - edge - widthOf(variant), y - ascent, {
          width: widthOf(variant),
          height: ascent + 3,
        }),
      ],
      cost: 0,
      label: {
        key: `measured ${name}`,
        x: size.width - edge,
        y,
        anchor: "end",
        movementAxes: "y",
        slopeOffsetPx: null,
        style: "quiet",
        ...variant,
      },
    },
  ];
}

/** Next to the ring on the left, above the roof, else under it. */
function ridgeNames({ peak }: RoofCeiling, { view, size, roof, texts }: NameContext): NameCandidates {
  const ridge = peak / roof.slope;
  const [x, y] = [toX(view, ridge), toY(view, size, peak)];
  const variants = [unit(ridge, texts.xUnit), ` ${formatNumber(ridge)}`].map((details) => ({
    name: "ridge",
    details,
  }));
  return variants.flatMap((variant, index) => {
    const [width, height] = [widthOf(variant), ascent + 3];
    const label = {
      key: "ridge",
      movementAxes: "both",
      slopeOffsetPx: null,
      style: "line",
      ...variant,
    } as const;
    return [
      {
        boxes: [boxAt(x - 12 - width, y - 6 - ascent, { width, height })],
        cost: index * shorterNameCost,
        label: { ...label, x: x - 12, y: y - 6, anchor: "end" as const },
      },
      {
        boxes: [boxAt(x + 10, y + 18 - ascent, { width, height })],
        cost: index * shorterNameCost + 15,
        label: { ...label, x: x + 10, y: y + 18, anchor: "start" as const },
      },
    ];
  });
}

/** Possible positions along the visible part of the slope, as fractions from the left. */
const slopePositions = [0.62, 0.5, 0.74, 0.38, 0.84, 0.26] as const;

function slopeNames(used: RoofCeiling, input: NameContext): NameCandidates {
  const { roof, texts } = input;
  return [
    { name: "memory bandwidth", details: unit(roof.slope, texts.slopeUnit) },
    { name: "", details: unit(roof.slope, texts.slopeUnit).trimStart() },
  ].flatMap((variant, index) =>
    computePositionsAlongSlope(used, {
      ...input,
      slope: roof.slope,
      offset: -7,
      cost: index * shorterNameCost * 2,
      key: "slope",
      style: "line",
      variant,
    }),
  );
}

function measuredSlopeNames(used: RoofCeiling, input: NameContext): NameCandidates {
  const { roof, texts } = input;
  if (roof.measuredSlope === null) return [];
  const variant = { name: "", details: `measured${unit(roof.measuredSlope, texts.slopeUnit)}` };
  return computePositionsAlongSlope(used, {
    ...input,
    slope: roof.measuredSlope,
    offset: 15,
    cost: 0,
    key: "measured slope",
    style: "quiet",
    variant,
  });
}

interface SlopeNameInput extends NameContext {
  readonly slope: number;
  /** Perpendicular distance of the baseline from the line. */
  readonly offset: number;
  readonly cost: number;
  readonly key: string;
  readonly style: "line" | "quiet" | "ghost";
  readonly variant: Pick<RoofName, "name" | "details">;
}

const diagonal = Math.SQRT1_2;

/** Returns positions rotated by 45°, the angle of every slope here. */
export function computePositionsAlongSlope(
  used: RoofCeiling,
  { view, size, roof, slope, offset, cost, key, style, variant }: SlopeNameInput,
): NameCandidates {
  const right = Math.min(size.width, toX(view, used.peak / roof.slope));
  const left = Math.max(0, toX(view, computeVisibleRanges(view, size).y.min / roof.slope));
  const half = widthOf(variant) / 2;
  return slopePositions.flatMap((share, index) => {
    const x = left + (right - left) * share;
    if (x - half * diagonal < left || x + half * diagonal > right) return [];
    const y = toY(view, size, slope * 10 ** (view.logMinX + x / view.pixelsPerDecade));
    const label = {
      key,
      x,
      y,
      anchor: "middle",
      movementAxes: "both",
      slopeOffsetPx: offset,
      style: style,
      ...variant,
    } as const;
    return [{ boxes: rotatedBoxes({ x, y }, half, offset), cost: cost + index, label }];
  });
}

/** Returns the boxes of rotated text with a half width, whose baseline is `offset` from the line through a point. */
function rotatedBoxes(
  { x, y }: { readonly x: number; readonly y: number },
  half: number,
  offset: number,
): readonly Box[] {
  const boxes: Box[] = [];
  const middle = offset - 4;
  for (let at = -half; at <= half; at += 8)
    boxes.push(boxAround(x + (at + middle) * diagonal, y + (middle - at) * diagonal, 4));
  return boxes;
}

/**
 * In the corner above the roof, and at the bottom on both sides of the ridge. The second line is omitted if it does
 * not fit.
 */
function regionNames(used: RoofCeiling, { view, size, roof, texts }: NameContext): readonly NameCandidates[] {
  const x = toX(view, used.peak / roof.slope);
  const foot = size.height - 22;
  const corner = { x: 8, y: 20, anchor: "start", movementAxes: "none" } as const;
  return [
    positionRegionName({ ...corner, name: "above the roof", details: texts.aboveRoofText }),
    positionRegionName({
      x: x - 12,
      y: foot,
      anchor: "end",
      movementAxes: "x",
      name: "memory-bound",
      details: "limited by memory bandwidth",
    }),
    positionRegionName({
      x: x + 12,
      y: foot,
      anchor: "start",
      movementAxes: "x",
      name: "compute-bound",
      details: "limited by arithmetic",
    }),
  ];
}

const regionLead = 15;

function positionRegionName(
  of: Pick<RoofName, "x" | "y" | "anchor" | "movementAxes" | "name" | "details">,
): NameCandidates {
  return [of.details, ""].map((details) => {
    const width = Math.max(of.name.length * letterWidthPx.region, details.length * letterWidthPx.detail);
    const left = of.anchor === "end" ? of.x - width : of.x;
    return {
      boxes: [boxAt(left, of.y - ascent, { width, height: ascent + 4 + (details === "" ? 0 : regionLead) })],
      cost: details === "" ? shorterNameCost : 0,
      label: { key: of.name, slopeOffsetPx: null, style: "region", ...of, details } as const,
    };
  });
}
