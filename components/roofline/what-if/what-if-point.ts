/** Returns the what-if point for plot and table. */
import { boundNames } from "@/lib/sentences/roofline/bound-text";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { StepBound } from "@/lib/analysis/roofline/bounds/step-bound";
import type { WhatIf } from "@/lib/analysis/roofline/what-if/what-if";
import { formatWithUnit } from "@/lib/format/number";
import { formatRatio } from "@/lib/format/ratio";
import type { WhatIfPoint } from "../points/points-figure";
import { tera } from "../points/plot-roof";
import { flopsText, intensityText } from "@/lib/sentences/roofline/point-text";
import { collectPoints } from "../points/plotted-points";
import { createAcceleratorRoof } from "./accelerator-roof";

/**
 * Creates the plot point that a what-if change predicts. `changeDescription` is a short list, such as
 * "weights FP8, batch 64".
 */
export function createWhatIfPoint(
  { after, scenario }: WhatIf,
  changeDescription: string,
  data: RooflinePageData,
): WhatIfPoint {
  const { point: ceiling, roof, decode } = after;
  const current = data.setting.resolved.accelerator;
  const isOther = current !== null && scenario.accelerator.id !== current.id;
  const from = collectPoints(data).find(
    ({ method, phase, time }) => method === "counters" && phase === "decode" && time === "busy",
  );
  return {
    point: {
      key: "what-if",
      name: "what if",
      labelLines: [changeDescription, `${flopsText(ceiling.flopsPerSecond)} at most`],
      tooltipSentences: [
        `With ${changeDescription}: this point is a ceiling, not a forecast.`,
        `${intensityText(ceiling.intensityFlopPerByte)}, ${flopsText(ceiling.flopsPerSecond)}, MFU ${formatRatio(ceiling.mfu)}, MBU ${formatRatio(ceiling.mbu)}.`,
        `Step time of at least ${formatWithUnit(after.stepSeconds, "seconds", "ms")}, ${boundName(decode.bound)}.`,
      ],
      x: ceiling.intensityFlopPerByte,
      y: ceiling.flopsPerSecond / tera,
      xErrorRange: null,
      yErrorRange: null,
      style: "dashed",
      shape: "disc",
      colour: "ph-decode",
      hasWarning: false,
      isNameShown: true,
      relatedPointKey: from?.key ?? null,
    },
    row: {
      intensityFlopPerByte: ceiling.intensityFlopPerByte,
      flopsPerSecond: ceiling.flopsPerSecond,
      mfuRatio: ceiling.mfu,
      mbuRatio: ceiling.mbu,
      boundBy: boundName(decode.bound),
      otherAccelerator: isOther
        ? { name: scenario.accelerator.name, roof: createAcceleratorRoof(scenario.accelerator, roof) }
        : null,
    },
  };
}

function boundName({ memorySeconds, computeSeconds, communicationSeconds }: StepBound): string {
  if (communicationSeconds > Math.max(memorySeconds, computeSeconds)) return boundNames.communication;
  return memorySeconds >= computeSeconds ? boundNames.memory : boundNames.compute;
}
