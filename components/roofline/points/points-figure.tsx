"use client";

import { Download, Image as Picture, Minus, PencilRuler, Plus, Scan, Table } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useRef, useState, type RefObject } from "react";
import type { RooflineRoof, RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { useSweepLayer } from "@/lib/client/roofline-url";
import { sentenceText } from "@/lib/format/sentence-text";
import { formatDateTime } from "@/lib/format/time";
import type { PlotPoint, RoofRegion, TrailPosition } from "@/components/charts/prepare/roof/roof-plot";
import { countWithNoun } from "@/lib/format/agreement";
import type { RoofHandle } from "@/components/charts/draw/roof/roof-chart";
import { PanelAction } from "@/components/charts/frame/panel-action";
import { saveCsv } from "@/components/charts/frame/save-file";
import { useImageExport } from "@/components/charts/frame/use-image-export";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { toPlotPoints, toPlotTrails, type TimedTrail } from "./plot-points";
import { toPlotRoof, tera } from "./plot-roof";
import { flopsText, intensityText, positionDetails, usedCeiling } from "@/lib/sentences/roofline/point-text";
import { MissingPoints } from "./missing-points";
import { PointsTable } from "./points-table";
import { RoofsTable } from "./roofs-table";
import { PlotLegend } from "./plot-legend";
import { collectPoints } from "./plotted-points";
import { toSweepPoints } from "./sweep-points";
import { createTrailCsv } from "./trail-csv";
import { TrailTable } from "./trail-table";

/** Loads Recharts with the plot, not with the page. */
const RoofChart = dynamic(
  () => import("@/components/charts/draw/roof/roof-chart").then((module) => module.RoofChart),
  { ssr: false, loading: () => <div aria-busy className="h-[600px]" /> },
);

/** `comparedName` is the accelerator in use while the roof of another one is drawn too. Null without another one. */
const roofTexts = (comparedName: string | null) => ({
  xTitle: "Arithmetic intensity (FLOP/B)",
  xUnit: "FLOP/B",
  yUnit: "TFLOP/s",
  slopeUnit: "TB/s",
  aboveRoofText:
    comparedName === null ? "a point here means wrong inputs" : `above the limit of ${comparedName}`,
});

/** Operating point that a what-if change predicts, with its table row. */
export interface WhatIfPoint {
  /** Null if the configuration does not fit in memory and cannot run. */
  readonly point: PlotPoint | null;
  /** Row in the table. */
  readonly row: WhatIfRow;
}
/** Table row of the operating point that a what-if change predicts. */
export interface WhatIfRow {
  readonly intensityFlopPerByte: number;
  readonly flopsPerSecond: number;
  readonly mfuRatio: number;
  readonly mbuRatio: number;
  readonly boundBy: string;
  /** False if the configuration does not fit in memory. It then has no operating point. */
  readonly canRun: boolean;
  /** The other accelerator and its roof. Null if the what-if keeps the accelerator. */
  readonly otherAccelerator: { readonly name: string; readonly roof: RooflineRoof } | null;
}

interface PointsFigureProps {
  readonly data: RooflinePageData;
  readonly roof: RooflineRoof;
  readonly whatIfPoint: WhatIfPoint | null;
}

const zoomStep = 1.5;

/** Renders the plot with legend and buttons, and the table of points. */
export function PointsFigure({ data, roof, whatIfPoint }: PointsFigureProps) {
  const [isTable, setTable] = useState(false);
  const { container, savePng, saveSvg, exportError } = useImageExport();
  const chart = useRef<RoofHandle>(null);
  const other = whatIfPoint?.row.otherAccelerator ?? null;
  const measuredPoints = useMemo(() => collectPoints(data), [data]);
  const trails = useMemo(() => toPlotTrails(data.pools), [data]);
  const drawnRoof = useMemo(() => toPlotRoof(roof), [roof]);
  const comparedRoof = useMemo(
    () => (other === null ? null : { name: other.name, roof: toPlotRoof(other.roof) }),
    [other],
  );
  const roofs = { roof: drawnRoof, comparedRoof };
  const [layer, setLayer] = useSweepLayer();
  const swept = useMemo(() => toSweepPoints(data.pools), [data]);
  const isSwept = layer === "on" && swept.length > 0;
  const points = useMemo(
    () => [
      ...toPlotPoints(measuredPoints, roof),
      ...(whatIfPoint?.point === undefined || whatIfPoint.point === null ? [] : [whatIfPoint.point]),
      ...(isSwept ? swept : []),
    ],
    [measuredPoints, roof, whatIfPoint, isSwept, swept],
  );
  const name = acceleratorName(data);
  const tooltipText = useTooltipText(trails, { roof, name, other });
  const texts = useMemo(() => roofTexts(other === null ? null : name), [other, name]);
  const title = `Roofline of ${name}${other === null ? "" : `, what if: one ${other.name}`}`;
  const headline = data.pools.map((pool) => sentenceText(pool.headline)).join(" ");
  const origin = { ...data, stepMs: data.pools[0]?.trail.stepMs ?? 0 };
  return (
    <section aria-label="Roofline" className="min-w-0">
      <div ref={container}>
        <header className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
          <h2 className="font-semibold">{title}</h2>
          <PlotLegend {...roofs} data={data} trails={trails} hasSweep={isSwept} />
          <Buttons
            isTable={isTable}
            sweep={
              swept.length === 0
                ? null
                : { isOn: isSwept, toggle: () => void setLayer(isSwept ? null : "on") }
            }
            onTable={() => setTable(!isTable)}
            chart={chart}
            onPng={() => savePng(title, headline, origin)}
            onSvg={() => saveSvg(title, data.window)}
            onCsv={() => saveCsv(`${title}, trail`, data.window, createTrailCsv(trails))}
          />
        </header>
        {exportError !== null && <p className="text-xs text-warn">{exportError}</p>}
        {isTable ? (
          <TrailTable trails={trails} />
        ) : (
          <RoofChart
            handle={chart}
            summary={`${title}, ${countWithNoun(points.length, "point")}${isSwept ? ", including the batch sweep" : ""}. ${headline}`}
            {...roofs}
            points={points}
            trails={trails}
            tooltipText={tooltipText}
            texts={texts}
          />
        )}
      </div>
      <PointsTable
        points={measuredPoints}
        whatIfRow={whatIfPoint?.row ?? null}
        windowMs={data.window.endMs - data.window.startMs}
        ridgeFlopPerByte={usedCeiling(roof)?.ridgeFlopPerByte ?? Infinity}
      />
      <RoofsTable name={name} roof={roof} other={other} />
      <MissingPoints data={data} />
    </section>
  );
}

function acceleratorName({ setting }: RooflinePageData): string {
  return setting.resolved.accelerator === null ? "one GPU" : `one ${setting.resolved.accelerator.name}`;
}

interface ComparedRoofs {
  readonly roof: RooflineRoof;
  /** The accelerator in use, such as "one H100 SXM". */
  readonly name: string;
  readonly other: WhatIfRow["otherAccelerator"];
}

function useTooltipText(trails: readonly TimedTrail[], { roof, name, other }: ComparedRoofs) {
  const timeIntervalText = useTimeIntervalText(trails);
  return useMemo(
    () => ({
      describeTrailPoint: timeIntervalText,
      describePosition: (x: number, y: number, region: RoofRegion) =>
        positionDetails(roof, { intensityFlopPerByte: x, flopsPerSecond: y * tera }, { region, name, other }),
    }),
    [roof, name, other, timeIntervalText],
  );
}

function useTimeIntervalText(trails: readonly TimedTrail[]) {
  const timeZone = useTimeZone();
  return useMemo(
    () =>
      ({ trailKey, index }: TrailPosition): readonly string[] => {
        const of = trails.find(({ key }) => key === trailKey);
        const [atMs, x, y] = [of?.timesMs[index], of?.x[index], of?.y[index]];
        if (of === undefined || atMs === undefined || x === undefined || y === undefined) return [];
        return [
          `${of.name}, ${formatDateTime(atMs, timeZone, true)}`,
          `${intensityText(x)}, ${flopsText(y * tera)}.`,
          ...(of.isMixedByPoint[index] === true
            ? ["The engine ran prefill and decode in the same steps."]
            : []),
        ];
      },
    [trails, timeZone],
  );
}

interface ButtonsProps {
  readonly isTable: boolean;
  /** Batch sweep layer of the plot. Null without a sweep. */
  readonly sweep: { readonly isOn: boolean; readonly toggle: () => void } | null;
  readonly onTable: () => void;
  readonly chart: RefObject<RoofHandle | null>;
  readonly onPng: () => void;
  readonly onSvg: () => void;
  readonly onCsv: () => void;
}

function Buttons({ isTable, sweep, onTable, chart, onPng, onSvg, onCsv }: ButtonsProps) {
  return (
    <span className="ml-auto flex flex-wrap items-center justify-end gap-1 print:hidden">
      {!isTable && (
        <>
          {sweep !== null && (
            <Button
              size="sm"
              aria-pressed={sweep.isOn}
              title="Shows the mean step time of each batch size in this window"
              onClick={sweep.toggle}
            >
              Batch sweep
            </Button>
          )}
          <PanelAction
            label="Zoom in"
            hint="Zoom in"
            icon={Plus}
            onClick={() => chart.current?.zoom(zoomStep)}
          />
          <PanelAction
            label="Zoom out"
            hint="Zoom out"
            icon={Minus}
            onClick={() => chart.current?.zoom(1 / zoomStep)}
          />
          <PanelAction
            label="Reset zoom"
            hint="Reset zoom"
            icon={Scan}
            onClick={() => chart.current?.reset()}
          />
          <PanelAction label="Download PNG" hint="Download PNG" icon={Picture} onClick={onPng} />
          <PanelAction label="Download SVG" hint="Download SVG" icon={PencilRuler} onClick={onSvg} />
        </>
      )}
      <PanelAction label="Download CSV" hint="Download the trail as CSV" icon={Download} onClick={onCsv} />
      <PanelAction label="Show as table" hint="Show as table" icon={Table} isOn={isTable} onClick={onTable} />
    </span>
  );
}
