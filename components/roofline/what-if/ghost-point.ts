/** Returns the what-if point for plot and table. */
import { boundNames } from "@/lib/sentences/roofline/bound-text";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { StepBound } from "@/lib/analysis/roofline/bounds/step-bound";
import type { WhatIf } from "@/lib/analysis/roofline/what-if/what-if";
import { formatWithUnit } from "@/lib/format/number";
import { formatRatio } from "@/lib/format/ratio";
import type { Ghost } from "../points/points-figure";
import { tera } from "../points/plot-roof";
import { flopsText, intensityText } from "../points/point-text";
import { shownPoints } from "../points/shown-points";
import { otherRoof } from "./other-roof";

/** `words` describes the change. */
export function ghostPoint({ after, scenario }: WhatIf, words: string, data: RooflinePageData): Ghost {
  const { ghost, roof, decode } = after;
  const current = data.setting.resolved.accelerator;
  const isOther = current !== null && scenario.accelerator.id !== current.id;
  const from = shownPoints(data).find(
    ({ method, phase, time }) => method === "counters" && phase === "decode" && time === "busy",
  );
  return {
    point: {
      key: "what-if",
      name: "what if",
      lines: [words, `${flopsText(ghost.flopsPerSecond)} at most`],
      sentences: [
        `With ${words}: a ceiling, not a forecast.`,
        `${intensityText(ghost.intensityFlopPerByte)}, ${flopsText(ghost.flopsPerSecond)}, MFU ${formatRatio(ghost.mfu)}, MBU ${formatRatio(ghost.mbu)}.`,
        `Step time of at least ${formatWithUnit(after.stepSeconds, "seconds", "ms")}, ${boundName(decode.bound)}.`,
      ],
      x: ghost.intensityFlopPerByte,
      y: ghost.flopsPerSecond / tera,
      xRange: null,
      yRange: null,
      style: "ghost",
      shape: "disc",
      colour: "ph-decode",
      hasWarning: false,
      isNamed: true,
      from: from?.key ?? null,
    },
    row: {
      intensityFlopPerByte: ghost.intensityFlopPerByte,
      flopsPerSecond: ghost.flopsPerSecond,
      mfuRatio: ghost.mfu,
      mbuRatio: ghost.mbu,
      boundBy: boundName(decode.bound),
      other: isOther
        ? { name: scenario.accelerator.name, roof: otherRoof(scenario.accelerator, roof) }
        : null,
    },
  };
}

function boundName({ memorySeconds, computeSeconds, communicationSeconds }: StepBound): string {
  if (communicationSeconds > Math.max(memorySeconds, computeSeconds)) return boundNames.communication;
  return memorySeconds >= computeSeconds ? boundNames.memory : boundNames.compute;
}
