/**
 * What the parts of a roof are called and where: ceilings above their lines, the ridge beside its ring, the bandwidth along its line,
 * regions in their corners. Each has a few places and shorter ways to be called; one that finds none is left out.
 */
import { formatNumber, thinSpace } from "@/lib/format/number";
import { around, boxAt, cheapestFree, letterWidth, type Box, type Candidate } from "./plot-boxes";
import type { Placing, Taken } from "./roof-obstacles";
import type { PlotRoof, RoofCeiling } from "./roof-plot";
import { domainOf, toX, toY } from "./roof-view";

export interface RoofTexts {
  /** "TFLOP/s". */
  readonly yUnit: string;
  /** "FLOP/B". */
  readonly xUnit: string;
  readonly slopeUnit: string;
  /** What a point above the roof would mean. */
  readonly above: string;
}

export interface RoofName {
  readonly key: string;
  readonly x: number;
  /** Of the first line's foot. */
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  /** Which way it goes with the plane; "none" stands still. */
  readonly along: "both" | "x" | "y" | "none";
  /** Along the slope, with its foot this far from the line; null for what stands upright. */
  readonly turnedBy: number | null;
  readonly look: "line" | "region" | "quiet";
  /** Bold. */
  readonly name: string;
  /** Behind the name, of a region below it. */
  readonly rest: string;
}

type Given = Placing & { readonly roof: PlotRoof; readonly texts: RoofTexts };
type Names = readonly Candidate<RoofName>[];

/** What a shorter way costs against a worse place. */
const shorter = 20;

/** By whether they are placed before the names of points, before them where points keep theirs, or after them. */
export interface RankedNames {
  readonly first: readonly Names[];
  readonly yielding: readonly Names[];
  readonly last: readonly Names[];
}

export function roofNames(given: Given): RankedNames {
  const { roof } = given;
  const used = roof.ceilings.find(({ isUsed }) => isUsed) ?? roof.ceilings.at(-1);
  if (used === undefined) return { first: [], yielding: [], last: [] };
  const others = roof.ceilings.filter((ceiling) => ceiling !== used).toReversed();
  return {
    first: [ceilingNames(used, given), ridgeNames(used, given)],
    yielding: [
      ...regionNames(used, given),
      ...others.slice(0, 1).map((ceiling) => ceilingNames(ceiling, given)),
      slopeNames(used, given),
    ],
    last: [
      ...others.slice(1).map((ceiling) => ceilingNames(ceiling, given)),
      ...[used, ...others].map((ceiling) => measuredNames(ceiling, given)),
      measuredSlopeNames(used, given),
    ],
  };
}

/** The best free place of each, in order. */
export function placeNames(
  all: readonly Names[],
  { drawn, names }: Taken,
  { size }: Placing,
): readonly RoofName[] {
  return all.flatMap((candidates) => {
    const found = cheapestFree(candidates, [...drawn, ...names], size);
    if (found === undefined) return [];
    names.push(...found.boxes);
    return [found.value];
  });
}

const unit = (value: number, of: string): string => ` ${formatNumber(value)}${thinSpace}${of}`;
const widthOf = ({ name, rest }: Pick<RoofName, "name" | "rest">): number =>
  (name.length + rest.length) * letterWidth.detail + name.length * 0.6;

const edge = 4;
/** Of 11 px type: digits and capitals stand this high above its foot. */
const ascent = 9;

/** At the right edge, above its line or below. */
function ceilingNames({ name, peak }: RoofCeiling, { view, size, texts }: Given): Names {
  const y = toY(view, size, peak);
  const [firstOf = name] = name.split(", ");
  const ways = [
    { name, rest: unit(peak, texts.yUnit) },
    { name, rest: ` ${formatNumber(peak)}` },
    { name: firstOf, rest: ` ${formatNumber(peak)}` },
    { name: firstOf, rest: "" },
  ];
  return ways.flatMap((way, index) =>
    [-6, 14].map((off, isBelow) => ({
      boxes: [
        boxAt(size.width - edge - widthOf(way), y + off - ascent, {
          width: widthOf(way),
          height: ascent + 3,
        }),
      ],
      cost: index * shorter + isBelow * 30,
      value: {
        key: `ceiling ${name}`,
        x: size.width - edge,
        y: y + off,
        anchor: "end",
        along: "y",
        turnedBy: null,
        look: "line",
        ...way,
      } as const,
    })),
  );
}

/** At the right edge, below its dashes. */
function measuredNames({ name, measured }: RoofCeiling, { view, size }: Given): Names {
  if (measured === null) return [];
  const way = { name: "", rest: `measured ${formatNumber(measured)}` };
  const y = toY(view, size, measured) + 14;
  return [
    {
      boxes: [
        boxAt(size.width - edge - widthOf(way), y - ascent, { width: widthOf(way), height: ascent + 3 }),
      ],
      cost: 0,
      value: {
        key: `measured ${name}`,
        x: size.width - edge,
        y,
        anchor: "end",
        along: "y",
        turnedBy: null,
        look: "quiet",
        ...way,
      },
    },
  ];
}

/** Beside the ring at the left, where the plane above the roof is bare; else under it. */
function ridgeNames({ peak }: RoofCeiling, { view, size, roof, texts }: Given): Names {
  const ridge = peak / roof.slope;
  const [x, y] = [toX(view, ridge), toY(view, size, peak)];
  const ways = [unit(ridge, texts.xUnit), ` ${formatNumber(ridge)}`].map((rest) => ({ name: "ridge", rest }));
  return ways.flatMap((way, index) => {
    const [width, height] = [widthOf(way), ascent + 3];
    const value = { key: "ridge", along: "both", turnedBy: null, look: "line", ...way } as const;
    return [
      {
        boxes: [boxAt(x - 12 - width, y - 6 - ascent, { width, height })],
        cost: index * shorter,
        value: { ...value, x: x - 12, y: y - 6, anchor: "end" as const },
      },
      {
        boxes: [boxAt(x + 10, y + 18 - ascent, { width, height })],
        cost: index * shorter + 15,
        value: { ...value, x: x + 10, y: y + 18, anchor: "start" as const },
      },
    ];
  });
}

/** Where along what is seen of the slope its name may stand: as a share from the left. */
const places = [0.62, 0.5, 0.74, 0.38, 0.84, 0.26] as const;

function slopeNames(used: RoofCeiling, given: Given): Names {
  const { roof, texts } = given;
  return [
    { name: "memory bandwidth", rest: unit(roof.slope, texts.slopeUnit) },
    { name: "", rest: unit(roof.slope, texts.slopeUnit).trimStart() },
  ].flatMap((way, index) =>
    along(used, {
      ...given,
      slope: roof.slope,
      off: -7,
      cost: index * shorter * 2,
      key: "slope",
      look: "line",
      way,
    }),
  );
}

function measuredSlopeNames(used: RoofCeiling, given: Given): Names {
  const { roof, texts } = given;
  if (roof.measuredSlope === null) return [];
  const way = { name: "", rest: `measured${unit(roof.measuredSlope, texts.slopeUnit)}` };
  return along(used, {
    ...given,
    slope: roof.measuredSlope,
    off: 15,
    cost: 0,
    key: "measured slope",
    look: "quiet",
    way,
  });
}

interface Along extends Given {
  readonly slope: number;
  /** Of the text's foot from the line, at a right angle to it. */
  readonly off: number;
  readonly cost: number;
  readonly key: string;
  readonly look: "line" | "quiet";
  readonly way: Pick<RoofName, "name" | "rest">;
}

const diagonal = Math.SQRT1_2;

/** Turned by 45°, which every slope has here. */
function along(used: RoofCeiling, { view, size, roof, slope, off, cost, key, look, way }: Along): Names {
  const right = Math.min(size.width, toX(view, used.peak / roof.slope));
  const left = Math.max(0, toX(view, domainOf(view, size).y.least / roof.slope));
  const half = widthOf(way) / 2;
  return places.flatMap((share, index) => {
    const x = left + (right - left) * share;
    if (x - half * diagonal < left || x + half * diagonal > right) return [];
    const y = toY(view, size, slope * 10 ** (view.left + x / view.pixelsPerDecade));
    const value = { key, x, y, anchor: "middle", along: "both", turnedBy: off, look, ...way } as const;
    return [{ boxes: turnedBoxes({ x, y }, half, off), cost: cost + index, value }];
  });
}

/** What text of a half width takes that goes up to the right, its foot `off` from the line through a place. */
function turnedBoxes(
  { x, y }: { readonly x: number; readonly y: number },
  half: number,
  off: number,
): readonly Box[] {
  const boxes: Box[] = [];
  const middle = off - 4;
  for (let at = -half; at <= half; at += 8)
    boxes.push(around(x + (at + middle) * diagonal, y + (middle - at) * diagonal, 4));
  return boxes;
}

/** In the corner above the roof, and at the foot on either side of the ridge; without their second line where that has no room. */
function regionNames(used: RoofCeiling, { view, size, roof, texts }: Given): readonly Names[] {
  const x = toX(view, used.peak / roof.slope);
  const foot = size.height - 22;
  const corner = { x: 8, y: 20, anchor: "start", along: "none" } as const;
  return [
    region({ ...corner, name: "above the roof", rest: texts.above }),
    region({
      x: x - 12,
      y: foot,
      anchor: "end",
      along: "x",
      name: "memory-bound",
      rest: "bytes set the pace",
    }),
    region({
      x: x + 12,
      y: foot,
      anchor: "start",
      along: "x",
      name: "compute-bound",
      rest: "arithmetic sets the pace",
    }),
  ];
}

const regionLead = 15;

function region(of: Pick<RoofName, "x" | "y" | "anchor" | "along" | "name" | "rest">): Names {
  return [of.rest, ""].map((rest) => {
    const width = Math.max(of.name.length * letterWidth.region, rest.length * letterWidth.detail);
    const left = of.anchor === "end" ? of.x - width : of.x;
    return {
      boxes: [boxAt(left, of.y - ascent, { width, height: ascent + 4 + (rest === "" ? 0 : regionLead) })],
      cost: rest === "" ? shorter : 0,
      value: { key: of.name, turnedBy: null, look: "region", ...of, rest } as const,
    };
  });
}
