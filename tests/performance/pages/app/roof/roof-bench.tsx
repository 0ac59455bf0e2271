"use client";

import { useEffect, useMemo, useRef } from "react";
import type { PlotPoint, PlotRoof, PlotTrail } from "@/components/charts/prepare/roof/roof-plot";
import { RoofChart, type RoofHandle } from "@/components/charts/draw/roof/roof-chart";
import { seeded } from "@/tests/support/histories/vllm-history";

/** Functions that the benchmark calls; each resolves once its frames are painted. */
export interface RoofControls {
  readonly move: (side: RoofSide, how: RoofMove, frames: number) => Promise<void>;
  /** Resolves after the redraw that follows a gesture, so that no frame of the next run includes it. */
  readonly settle: () => Promise<void>;
}

export type RoofSide = "ours" | "minimal";
export type RoofMove = "pan" | "zoom";

declare global {
  interface Window {
    roofBench?: RoofControls;
  }
}

const pointCount = 5_000;
const size = { width: 694, height: 552 } as const;
const square = 4;

const roof: PlotRoof = {
  slope: 3.35,
  measuredSlope: 2.95,
  ceilings: [
    { name: "FP16, BF16", peak: 989, measuredPeak: 795, isUsed: true },
    { name: "FP8, INT8", peak: 1_979, measuredPeak: 1_403, isUsed: false },
  ],
};
const texts = {
  xTitle: "arithmetic intensity",
  xUnit: "FLOP/B",
  yUnit: "TFLOP/s",
  slopeUnit: "TB/s",
  aboveRoofText: "a point here means wrong inputs",
} as const;
const words = { describeTrailPoint: () => [], describePosition: () => [] };

function trail(key: string, at: { readonly x: number; readonly y: number }, seed: number): PlotTrail {
  const random = seeded(seed);
  const spread = (value: number): number[] =>
    Array.from({ length: pointCount }, () => value * (0.6 + 0.5 * random()));
  const isMixed = Array.from({ length: pointCount }, () => random() < 0.2);
  return { key, name: key, colour: `ph-${key}`, x: spread(at.x), y: spread(at.y), isMixedByPoint: isMixed };
}

function point(key: "decode" | "prefill", x: number, y: number): PlotPoint {
  return {
    key,
    name: `${key} while busy`,
    labelLines: ["31.8 FLOP/B, 83.6 TFLOP/s", "MBU 0.79, MFU 0.08"],
    tooltipSentences: [],
    x,
    y,
    xErrorRange: { min: x * 0.9, max: x * 1.1 },
    yErrorRange: { min: y * 0.9, max: y * 1.1 },
    style: "filled",
    shape: "disc",
    colour: `ph-${key}`,
    hasWarning: false,
    isNameShown: true,
    relatedPointKey: null,
  };
}

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** Our plot with 10,000 points next to a bare canvas that fills as many squares in each frame. */
export function RoofBench() {
  const handle = useRef<RoofHandle>(null);
  const bare = useRef<HTMLCanvasElement>(null);
  const trails = useMemo(
    () => [trail("decode", { x: 32, y: 84 }, 1), trail("prefill", { x: 1_900, y: 510 }, 2)],
    [],
  );
  const points = useMemo(() => [point("decode", 32, 84), point("prefill", 1_900, 510)], []);
  useEffect(() => {
    const squares = squarePositions(trails);
    window.roofBench = {
      move: async (side, how, frames) => {
        for (let index = 0; index < frames; index += 1) {
          const back = index % 20 >= 10 ? -1 : 1;
          if (side === "minimal") fillAll(bare.current, squares, 4 * (index % 10));
          else if (how === "pan") handle.current?.pan(4 * back, 2 * back);
          else handle.current?.zoom(1.02 ** back);
          await frame();
        }
        await frame();
      },
      settle: () => new Promise((resolve) => setTimeout(resolve, 400)),
    };
  }, [trails]);
  return (
    <div style={{ display: "flex", flexDirection: "column" }}>
      <div data-side="ours" style={{ width: 752 }}>
        <RoofChart
          handle={handle}
          summary="Bench."
          roof={roof}
          comparedRoof={null}
          points={points}
          trails={trails}
          tooltipText={words}
          texts={texts}
        />
      </div>
      <canvas ref={bare} width={size.width} height={size.height} style={size} />
    </div>
  );
}

/** Returns positions on the canvas, computed before the measurement. */
function squarePositions(trails: readonly PlotTrail[]): Float64Array {
  const random = seeded(3);
  const count = trails.reduce((sum, { x }) => sum + x.length, 0);
  return Float64Array.from(
    { length: 2 * count },
    (_, index) => random() * (index % 2 === 0 ? size.width : size.height),
  );
}

function fillAll(canvas: HTMLCanvasElement | null, squares: Float64Array, by: number): void {
  const context = canvas?.getContext("2d");
  if (context === null || context === undefined) return;
  context.clearRect(0, 0, size.width, size.height);
  context.fillStyle = "#3366cc";
  for (let index = 0; index < squares.length; index += 2)
    context.fillRect((squares[index] ?? 0) + by, squares[index + 1] ?? 0, square, square);
}
