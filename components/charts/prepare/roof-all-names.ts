/** Every name of a roofline plot, each where no other is: those of the roof that a reader looks for first, the points', and the rest. */
import type { Box } from "./plot-boxes";
import { placeLabels, type PlacedLabel } from "./roof-labels";
import { placeNames, roofNames, type RoofName, type RoofTexts } from "./roof-names";
import { obstaclesOf, whiskersOf, type Placing } from "./roof-obstacles";
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
  const { first, second } = roofNames({ ...on, roof, texts });
  const taken: Box[] = [...obstaclesOf(roof, plotted, on)];
  const named = placeNames(first, taken, on);
  const labels = placeLabels(points.toSorted(byWeight), { taken, crossed: crossedOf(plotted, on) }, on);
  return { names: [...named, ...placeNames(second, taken, on)], labels };
}

/** What is now, then what might be, then what the legend tells. */
const weights = { filled: 0, ghost: 1, hollow: 2 } as const;
const byWeight = (a: PlotPoint, b: PlotPoint): number => weights[a.look] - weights[b.look];

/** The ridge's drop, the whiskers of points without a name, which may be as long as the plane, and the upright lines from averages to what they belong to. */
function crossedOf({ roof, points }: Plotted, on: Placing): readonly Box[] {
  const { view, size } = on;
  const used = roof.ceilings.find(({ isUsed }) => isUsed) ?? roof.ceilings.at(-1);
  const upright = (x: number, top: number, bottom: number): Box => ({
    left: x - 2,
    right: x + 2,
    top,
    bottom,
  });
  const drop =
    used === undefined
      ? []
      : [upright(toX(view, used.peak / roof.slope), toY(view, size, used.peak), size.height)];
  return [
    ...drop,
    ...points.filter(({ isNamed }) => !isNamed).flatMap((point) => whiskersOf(point, on)),
    ...points.flatMap((point) => {
      const from = points.find(({ key }) => key === point.from);
      if (from === undefined) return [];
      const [x, y, top] = [toX(view, point.x), toY(view, size, point.y), toY(view, size, from.y)];
      return [upright(x, Math.min(y, top), Math.max(y, top))];
    }),
  ];
}
