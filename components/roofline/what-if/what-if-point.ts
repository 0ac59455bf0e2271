/** Returns the what-if point for plot and table. */
import { boundNames } from "@/lib/sentences/roofline/bound-text";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { WhatIfResult } from "@/lib/analysis/roofline/what-if/what-if-result";
import { formatWithUnit } from "@/lib/format/number";
import { formatRatio } from "@/lib/format/ratio";
import type { WhatIfPoint } from "../points/points-figure";
import { tera } from "../points/plot-roof";
import { flopsText, intensityText } from "@/lib/sentences/roofline/point-text";
import { collectPoints } from "../points/plotted-points";

/**
 * Creates the plot point that a what-if change predicts. `changeDescription` is a short list, such as
 * "weights FP8, batch 64". There is no plot point if the changed configuration does not fit in memory.
 */
export function createWhatIfPoint(
  { after, point, boundBy, otherAccelerator }: WhatIfResult,
  changeDescription: string,
  data: RooflinePageData,
): WhatIfPoint {
  const { intensityFlopPerByte, flopsPerSecond, mfuRatio, mbuRatio } = point;
  const boundText = boundNames[boundBy];
  const canRun = after.memoryFit.kind === "fits";
  const row = { ...point, boundBy: boundText, canRun, otherAccelerator };
  if (!canRun) return { point: null, row };
  const from = collectPoints(data).find(
    ({ method, phase, time }) => method === "counters" && phase === "decode" && time === "busy",
  );
  return {
    point: {
      key: "what-if",
      name: "what if",
      labelLines: [changeDescription, `${flopsText(flopsPerSecond)} at most`],
      tooltipSentences: [
        `With ${changeDescription}: this point is a ceiling, not a forecast.`,
        `${intensityText(intensityFlopPerByte)}, ${flopsText(flopsPerSecond)}, MFU ${formatRatio(mfuRatio)}, MBU ${formatRatio(mbuRatio)}.`,
        `Step time of at least ${formatWithUnit(after.stepSeconds, "seconds", "ms")}, ${boundText}.`,
      ],
      x: intensityFlopPerByte,
      y: flopsPerSecond / tera,
      xErrorRange: null,
      yErrorRange: null,
      style: "dashed",
      shape: "disc",
      colour: "ph-decode",
      hasWarning: false,
      isNameShown: true,
      relatedPointKey: from?.key ?? null,
    },
    row,
  };
}
