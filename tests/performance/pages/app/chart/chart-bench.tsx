"use client";

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import uPlot from "uplot";
import { TimeChart } from "@/components/charts/draw/time/time-chart";
import { toPlotData } from "@/components/charts/draw/time/time-plot";
import { prepareTimeSeries, type PreparedSeries } from "@/components/charts/prepare/time-series";
import type { SignalsResponse } from "@/lib/contracts/signals";
import { longestTaskMs } from "./longest-task";
import { randomAnswer, type Shape } from "./random-answer";
import { TwelvePanels, twelveAnswers } from "./twelve-panels";

/** Functions that the benchmarks call; each resolves once the page has painted. */
export interface BenchControls {
  readonly prepare: (shape: Shape, seed: number) => void;
  readonly mount: (side: Side) => Promise<void>;
  readonly tick: (side: Side) => Promise<void>;
  readonly unmount: (side: Side) => Promise<void>;
  readonly settle: () => Promise<void>;
  /** Gives twelve panels new responses with the same priority as on the real page. */
  readonly refreshTwelve: () => Promise<void>;
  readonly longestTaskOfTwelve: () => Promise<number>;
  readonly unmountTwelve: () => Promise<void>;
  /** Milliseconds from the endpoint's response text to arrays that a chart draws. */
  readonly decodeOurs: (body: string) => number;
  /** Milliseconds of JSON.parse only. */
  readonly parse: (body: string) => number;
}

export type Side = "ours" | "bare";

declare global {
  interface Window {
    benches?: BenchControls;
  }
}

const size = { width: 560, height: 152 } as const;
const options = { displayUnit: "s" } as const;

const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });

function decodeOurs(body: string): number {
  const startedMs = performance.now();
  const { panels } = JSON.parse(body) as SignalsResponse;
  for (const panel of panels)
    if (panel.state === "answered") toPlotData(prepareTimeSeries(panel.answer, options));
  return performance.now() - startedMs;
}

function parse(body: string): number {
  const startedMs = performance.now();
  JSON.parse(body);
  return performance.now() - startedMs;
}

/** Creates a bare uPlot with the same lines, size and axes. */
function plotBare(container: HTMLElement, data: PreparedSeries): uPlot {
  const series = data.rows.map(() => ({ stroke: "#3366cc", width: 1.25, points: { show: false } }));
  return new uPlot(
    { ...size, legend: { show: false }, series: [{}, ...series], cursor: { y: false } },
    toPlotData(data),
    container,
  );
}

/** Our chart on the left, bare uPlot on the right; the benchmarks mount, update and hover either. */
export function ChartBench() {
  const [chartData, setChartData] = useState<PreparedSeries | null>(null);
  const [twelve, setTwelve] = useState<string | null>(null);
  const bareFrame = useRef<HTMLDivElement>(null);
  const bare = useRef<uPlot | null>(null);
  useEffect(() => {
    let answers: readonly [PreparedSeries, PreparedSeries] | undefined;
    const turns = { ours: 0, bare: 0 };
    const refreshed = [twelveAnswers(100), twelveAnswers(200)] as const;
    let refreshes = 0;
    const refreshTwelve = (): Promise<void> => {
      refreshes += 1;
      setTwelve(refreshed[refreshes % 2 === 0 ? 0 : 1]);
      return painted();
    };
    // Each side alternates between two responses, because unchanged data would cost nothing.
    const next = (side: Side): PreparedSeries => {
      if (answers === undefined) throw new Error("call prepare first");
      turns[side] += 1;
      return answers[turns[side] % 2 === 0 ? 0 : 1];
    };
    window.benches = {
      prepare: (shape, seed) => {
        answers = [
          prepareTimeSeries(randomAnswer(shape, seed), options),
          prepareTimeSeries(randomAnswer(shape, seed + 1), options),
        ];
      },
      mount: (side) => {
        const data = next(side);
        if (side === "ours") flushSync(() => setChartData(data));
        else if (bareFrame.current !== null) bare.current = plotBare(bareFrame.current, data);
        return painted();
      },
      tick: (side) => {
        const data = next(side);
        if (side === "ours") flushSync(() => setChartData(data));
        else bare.current?.setData(toPlotData(data));
        return painted();
      },
      unmount: (side) => {
        if (side === "ours") flushSync(() => setChartData(null));
        else bare.current?.destroy();
        return painted();
      },
      settle: painted,
      refreshTwelve,
      longestTaskOfTwelve: () => longestTaskMs(refreshTwelve),
      unmountTwelve: () => {
        setTwelve(null);
        return painted();
      },
      decodeOurs,
      parse,
    };
  }, []);
  return (
    <div style={{ display: "flex", gap: 40 }}>
      <div data-side="ours" style={size}>
        {chartData === null ? null : (
          <TimeChart name="Bench" data={chartData} syncKey="bench" onZoom={() => undefined} />
        )}
      </div>
      <div data-side="bare" ref={bareFrame} style={size} />
      {twelve === null ? null : (
        <div style={{ width: 400 }}>
          <TwelvePanels body={twelve} />
        </div>
      )}
    </div>
  );
}
