/** Every name of a roofline plot, each where no other is: those of the roof that a reader looks for first, the points', and the rest. Where that leaves a point of now without its name, regions and bandwidth wait for it. */
import type { Box } from "./plot-boxes";
import { placeLabels, type PlacedLabel } from "./roof-labels";
import { placeNames, roofNames, type RankedNames, type RoofName, type RoofTexts } from "./roof-names";
import { obstaclesOf, type Placing, type Taken } from "./roof-obstacles";
import type { PlotPoint, PlotRoof, PlotTrail } from "./roof-plot";
import { toX, toY } from "./roof-view";

interface Plotted {
  readonly roof: PlotRoof;
  readonly points: readonly PlotPoint[];
  readonly trails: readonly PlotTrail[];
  readonly texts: RoofTexts;
}

export interface AllNames {
  readonly names: readonly RoofName[];
  readonly labels: readonly PlacedLabel[];
}

export function placeAllNames(plotted: Plotted, on: Placing): AllNames {
  const { roof, points, texts } = plotted;
  const ranked = roofNames({ ...on, roof, texts });
  const drawn = obstaclesOf(roof, plotted, on);
  const given = { points: points.toSorted(byWeight), crossed: crossedOf(plotted, on), drawn, on };
  const placed = placeInTurn(ranked, given);
  const isWhole = points.every(
    ({ key, isNamed, look }) =>
      !isNamed || look !== "filled" || placed.labels.some((label) => label.key === key),
  );
  if (isWhole) return placed;
  const { first, yielding, last } = ranked;
  return placeInTurn({ first, yielding: [], last: [...yielding, ...last] }, given);
}

interface Given {
  readonly points: readonly PlotPoint[];
  readonly crossed: readonly Box[];
  readonly drawn: readonly Box[];
  readonly on: Placing;
}

function placeInTurn(
  { first, yielding, last }: RankedNames,
  { points, crossed, drawn, on }: Given,
): AllNames {
  const taken: Taken = { drawn, names: [] };
  const named = placeNames([...first, ...yielding], taken, on);
  const labels = placeLabels(points, { ...taken, crossed }, on);
  return { names: [...named, ...placeNames(last, taken, on)], labels };
}

/** What is now, then what might be, then what the legend tells. */
const weights = { filled: 0, ghost: 1, hollow: 2 } as const;
const byWeight = (a: PlotPoint, b: PlotPoint): number => weights[a.look] - weights[b.look];

/** The ridge's drop. */
function crossedOf({ roof }: Plotted, { view, size }: Placing): readonly Box[] {
  const used = roof.ceilings.find(({ isUsed }) => isUsed) ?? roof.ceilings.at(-1);
  if (used === undefined) return [];
  const x = toX(view, used.peak / roof.slope);
  return [{ left: x - 2, right: x + 2, top: toY(view, size, used.peak), bottom: size.height }];
}
