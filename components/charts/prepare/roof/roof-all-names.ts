/**
 * Lays out all names of a roofline plot without overlaps: important roof names first, then points, then the rest. If
 * a current point would lose its name, regions and bandwidth are placed last.
 */
import type { Box } from "@/components/charts/prepare/plot-boxes";
import { layOutPointLabels, type PointLabel } from "./roof-labels";
import type { RoofName, RoofTexts } from "./roof-name";
import { layOutRoofNames, rankRoofNames, type NamesByPriority } from "./roof-names";
import { listComparedRoofNames } from "./compared-roof-names";
import { findObstacles, type PlotViewport, type OccupiedBoxes } from "./roof-obstacles";
import {
  findUsedCeiling,
  type ComparedRoof,
  type PlotPoint,
  type PlotRoof,
  type PlotTrail,
} from "./roof-plot";
import { toX, toY } from "./roof-view";

interface RooflineDrawing {
  readonly roof: PlotRoof;
  readonly points: readonly PlotPoint[];
  readonly trails: readonly PlotTrail[];
  readonly texts: RoofTexts;
  /** Roof of another accelerator, drawn for comparison. */
  readonly comparedRoof?: ComparedRoof | null;
}

/** All labels of a roofline plot that fit without overlaps. */
export interface RooflineNames {
  readonly roofNames: readonly RoofName[];
  readonly pointLabels: readonly PointLabel[];
}

/** Computes the positions of all labels that fit. Labels of current operating points have priority. */
export function layOutRooflineNames(drawing: RooflineDrawing, viewport: PlotViewport): RooflineNames {
  const { roof, points, texts, comparedRoof = null } = drawing;
  const names = { ...viewport, roof, texts };
  const { beforePoints, beforePointsIfAllFit, afterPoints } = rankRoofNames(names);
  const ranked = {
    beforePoints:
      comparedRoof === null ? beforePoints : [...beforePoints, listComparedRoofNames(comparedRoof, names)],
    beforePointsIfAllFit,
    afterPoints,
  };
  const drawn = findObstacles(roof, drawing, viewport);
  const input = {
    points: points.toSorted(byWeight),
    avoidable: avoidableBoxes(drawing, viewport),
    drawn,
    on: viewport,
  };
  const layout = layOutInOrder(ranked, input);
  const isComplete = points.every(
    ({ key, isNameShown, style }) =>
      !isNameShown || style !== "filled" || layout.pointLabels.some((label) => label.key === key),
  );
  if (isComplete) return layout;
  return layOutInOrder(
    {
      beforePoints: ranked.beforePoints,
      beforePointsIfAllFit: [],
      afterPoints: [...beforePointsIfAllFit, ...afterPoints],
    },
    input,
  );
}

interface LayoutInput {
  readonly points: readonly PlotPoint[];
  readonly avoidable: readonly Box[];
  readonly drawn: readonly Box[];
  readonly on: PlotViewport;
}

function layOutInOrder(
  { beforePoints, beforePointsIfAllFit, afterPoints }: NamesByPriority,
  { points, avoidable, drawn, on }: LayoutInput,
): RooflineNames {
  const taken: OccupiedBoxes = { drawnBoxes: drawn, nameBoxes: [] };
  const named = layOutRoofNames([...beforePoints, ...beforePointsIfAllFit], taken, on);
  const labels = layOutPointLabels(points, { ...taken, avoidableBoxes: avoidable }, on);
  return { roofNames: [...named, ...layOutRoofNames(afterPoints, taken, on)], pointLabels: labels };
}

/** Current points first, then what-if points, then points explained by the legend. */
const weights = { filled: 0, dashed: 1, hollow: 2 } as const;
const byWeight = (a: PlotPoint, b: PlotPoint): number => weights[a.style] - weights[b.style];

/** The vertical line under the ridge. */
function avoidableBoxes({ roof }: RooflineDrawing, { view, size }: PlotViewport): readonly Box[] {
  const used = findUsedCeiling(roof);
  if (used === undefined) return [];
  const x = toX(view, used.peak / roof.slope);
  return [{ left: x - 2, right: x + 2, top: toY(view, size, used.peak), bottom: size.height }];
}
