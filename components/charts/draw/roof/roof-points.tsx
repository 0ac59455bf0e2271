"use client";

import { useMemo } from "react";
import { layOutRooflineNames } from "@/components/charts/prepare/roof/roof-all-names";
import type { RoofTexts } from "@/components/charts/prepare/roof/roof-name";
import type {
  ComparedRoof,
  PlotPoint,
  PlotRoof,
  PlotTrail,
} from "@/components/charts/prepare/roof/roof-plot";
import { toX, toY, type PlotSize, type RoofView } from "@/components/charts/prepare/roof/roof-view";
import { stretchStyle } from "./movement";
import { plotMargins } from "./roof-frame";
import { RoofNames } from "./roof-names";
import { RoofPoint } from "./roof-point";
import type { RooflineCursor } from "./use-roofline-gestures";

interface PointsProps {
  readonly view: RoofView;
  readonly size: PlotSize;
  readonly roof: PlotRoof;
  readonly points: readonly PlotPoint[];
  readonly trails: readonly PlotTrail[];
  readonly texts: RoofTexts;
  readonly comparedRoof: ComparedRoof | null;
  readonly cursor: RooflineCursor | null;
}

/** Renders points and labels in front of the trail, which would otherwise hide them. */
export function RoofPoints({ view, size, roof, points, trails, texts, comparedRoof, cursor }: PointsProps) {
  const { roofNames, pointLabels } = useMemo(
    () => layOutRooflineNames({ roof, points, trails, texts, comparedRoof }, { view, size }),
    [points, roof, trails, texts, comparedRoof, view, size],
  );
  return (
    <svg
      data-part="points"
      className="absolute"
      style={{ left: plotMargins.left, top: plotMargins.top }}
      width={size.width}
      height={size.height}
    >
      <RoofNames names={roofNames} />
      <Links points={points} view={view} size={size} />
      {points.map((point) => (
        <RoofPoint
          key={point.key}
          point={point}
          view={view}
          size={size}
          label={pointLabels.find(({ key }) => key === point.key)}
          hasCursor={cursor?.kind === "point" && cursor.pointKey === point.key}
        />
      ))}
    </svg>
  );
}

/** Renders the link from each point to the point it belongs to. */
function Links({ points, view, size }: Pick<PointsProps, "points" | "view" | "size">) {
  return (
    <g style={stretchStyle} fill="none">
      {points.map((point) => {
        const from = points.find(({ key }) => key === point.relatedPointKey);
        if (from === undefined) return null;
        return (
          <path
            key={point.key}
            d={`M${toX(view, from.x)} ${toY(view, size, from.y)}L${toX(view, point.x)} ${toY(view, size, point.y)}`}
            stroke={`var(--${point.colour})`}
            strokeDasharray={point.style === "dashed" ? "4 3" : "1.5 2.5"}
            vectorEffect="non-scaling-stroke"
          />
        );
      })}
    </g>
  );
}
