"use client";

import { memo, useId, useImperativeHandle, useMemo, useRef, type Ref } from "react";
import {
  regionOf,
  shownRanges,
  type PlotPoint,
  type PlotRoof,
  type PlotTrail,
  type Region,
  type TrailPlace,
} from "@/components/charts/prepare/roof-plot";
import type { RoofTexts } from "@/components/charts/prepare/roof-names";
import { fitView, type PlotSize, type RoofView } from "@/components/charts/prepare/roof-view";
import { usePageTheme } from "@/components/shared/use-page-theme";
import { useWidth } from "../use-width";
import { WalkedPlace } from "../walked-place";
import { around, RoofFrame } from "./roof-frame";
import { RoofLines } from "./roof-lines";
import { RoofPoints } from "./roof-points";
import { RoofTold } from "./roof-told";
import { useRoofHand, type Pointed } from "./use-roof-hand";
import { useRoofView } from "./use-roof-view";
import { useTrailCanvas } from "./use-trail-canvas";

/** What buttons around the plot do with it. */
export interface RoofHandle {
  readonly zoom: (factor: number) => void;
  readonly pan: (dx: number, dy: number) => void;
  readonly reset: () => void;
}

export interface RoofWords {
  readonly slice: (place: TrailPlace) => readonly string[];
  readonly place: (x: number, y: number, region: Region) => readonly string[];
}

export interface RoofChartProps {
  /** The sentence that stands for the plot. */
  readonly summary: string;
  readonly roof: PlotRoof;
  readonly points: readonly PlotPoint[];
  readonly trails: readonly PlotTrail[];
  readonly words: RoofWords;
  readonly texts: RoofTexts & { readonly xTitle: string };
  readonly handle?: Ref<RoofHandle>;
}

const keys =
  "Arrow keys walk through points and trails, Shift and arrows move the plane, plus and minus come nearer and go further, 0 shows all.";

/** A log-log plane with a roof, points under it and the way they took. */
export function RoofChart(props: RoofChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const size = useMemo(() => {
    const plane = width - around.left - around.right;
    return { width: plane, height: Math.round(Math.min(552, Math.max(300, plane * 0.8))) };
  }, [width]);
  return (
    <div ref={frame} className="relative">
      {size.width > 40 ? (
        <Plane {...props} size={size} />
      ) : (
        <div style={{ height: 552 + around.top + around.bottom }} />
      )}
    </div>
  );
}

function Plane(props: RoofChartProps & { readonly size: PlotSize }) {
  const { summary, roof, points, trails, texts, handle, size } = props;
  const frame = useRef<HTMLDivElement>(null);
  const theme = usePageTheme();
  const { x, y } = shownRanges(roof, points, trails);
  const fitted = useMemo(
    () => fitView({ least: x.least, most: x.most }, { least: y.least, most: y.most }, size),
    [x.least, x.most, y.least, y.most, size],
  );
  const { canvas, paint } = useTrailCanvas(trails, size, theme);
  const door = useRoofView(frame, fitted, { size, paint });
  useImperativeHandle(handle, () => ({
    zoom: (factor) => door.zoom(factor),
    pan: door.pan,
    reset: door.reset,
  }));
  const hand = useRoofHand({ frame, door, size, points, trails });
  const { pointed, ...on } = hand;
  const told = pointed === null ? [] : wordsOf(pointed, props);
  return (
    <>
      <WalkedPlace
        ref={frame}
        label={`${summary} ${keys}`}
        height={size.height + around.top + around.bottom}
        className="relative cursor-grab touch-pan-y active:cursor-grabbing"
        {...on}
      >
        <div aria-hidden data-picture="layers">
          <Ground view={door.drawn} size={size} roof={roof} texts={texts} />
          <canvas
            ref={canvas}
            className="pointer-events-none absolute"
            style={{ left: around.left, top: around.top, width: size.width, height: size.height }}
          />
          <RoofPoints
            view={door.drawn}
            size={size}
            roof={roof}
            points={points}
            trails={trails}
            texts={texts}
            pointed={pointed}
          />
        </div>
      </WalkedPlace>
      <RoofTold
        pointed={pointed}
        words={told}
        view={door.drawn}
        size={size}
        points={points}
        trails={trails}
      />
    </>
  );
}

interface GroundProps {
  readonly view: RoofView;
  readonly size: PlotSize;
  readonly roof: PlotRoof;
  readonly texts: RoofChartProps["texts"];
}

/** Axes and roof are the costly part, and a hand that only points at something changes none of them. */
const Ground = memo(function Ground({ view, size, roof, texts }: GroundProps) {
  const clipId = useId().replaceAll(/[^a-zA-Z0-9]/g, "");
  return (
    <RoofFrame view={view} size={size} xTitle={texts.xTitle} yUnit={texts.yUnit} clipId={clipId}>
      <RoofLines roof={roof} view={view} size={size} />
    </RoofFrame>
  );
});

function wordsOf(pointed: Pointed, { points, roof, words }: RoofChartProps): readonly string[] {
  switch (pointed.kind) {
    case "point":
      return points.find(({ key }) => key === pointed.key)?.words ?? [];
    case "slice":
      return words.slice(pointed);
    case "place":
      return words.place(pointed.x, pointed.y, regionOf(roof, pointed.x, pointed.y));
  }
}
