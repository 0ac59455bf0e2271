/** Texts of an operating point: label in the plot, row of the table, and tooltip. */
import type { RooflineRoof } from "@/lib/contracts/roofline/roofline";
import type { RooflinePoint } from "@/lib/contracts/roofline/roofline-point";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatRatio } from "@/lib/format/ratio";
import { formatCoarseDuration } from "@/lib/format/time";
import { sentenceText } from "@/lib/format/sentence-text";
import { boundSentence } from "@/lib/sentences/roofline/bound-text";
import type { Region } from "@/components/charts/prepare/roof/roof-plot";
import { formatName } from "@/lib/format/precision-names";
import { tera } from "./plot-roof";
import type { ShownPoint } from "./shown-points";

const timeTexts = { busy: "while busy", average: "on average" } as const;
const methodNames = {
  counters: null,
  engine: "engine's estimate",
  hardware: "GPU counters",
} as const;

export const flopsText = (flopsPerSecond: number): string =>
  formatWithUnit(flopsPerSecond, "flops-per-second", "TFLOP/s");
export const intensityText = (flopPerByte: number): string =>
  formatWithUnit(flopPerByte, "flop-per-byte", "FLOP/B");
const percent = (ratio: number): string => formatWithUnit(ratio, "ratio", "%");

export function pointName({ phase, time, method, pool }: ShownPoint): string {
  const other = methodNames[method];
  const name = other === null ? `${phase} ${timeTexts[time]}` : `${other}, ${timeTexts[time]}`;
  return pool === null ? name : `${pool}: ${name}`;
}

/** Returns the two lines below the name of a point. */
export function pointLines({ point, phase }: ShownPoint): readonly string[] {
  const uses = [`MBU ${formatRatio(point.mbuRatio)}`, `MFU ${formatRatio(point.mfuRatio)}`];
  return [
    `${intensityText(point.intensityFlopPerByte)}, ${flopsText(point.flopsPerSecond)}`,
    (phase === "prefill" ? uses.toReversed() : uses).join(", "),
  ];
}

const methodTexts = {
  counters: "From token counters and the model's shape",
  engine: "From the engine's estimates of both phases together, with the same arithmetic",
  hardware: "From the GPU's activity counters of both phases together, the only independent method",
} as const;

/** Returns the tooltip of a point, one sentence each. */
export function pointDetails(shownPoint: ShownPoint, roof: RooflineRoof): readonly string[] {
  const { point, bounds } = shownPoint;
  const used = usedCeiling(roof);
  const allowed = Math.min(
    used?.flopsPerSecond ?? Infinity,
    point.intensityFlopPerByte * roof.bandwidth.bytesPerSecond,
  );
  return [
    `${capital(pointName(shownPoint))}: ${intensityText(point.intensityFlopPerByte)}, ${flopsText(point.flopsPerSecond)}.`,
    `At this intensity the roof allows ${flopsText(allowed)}, of which ${percent(point.flopsPerSecond / allowed)} is reached.`,
    `MFU ${formatRatio(point.mfuRatio)}${used === undefined ? "" : ` of the dense ${formatName(used.precision)} peak`}, MBU ${formatRatio(point.mbuRatio)} of the printed bandwidth.`,
    ...(bounds === null ? [] : [boundSentence(bounds)]),
    meanText(shownPoint),
    ...mixedTexts(point),
    `${methodTexts[point.method]}; ${errorText(point)}.`,
    ...point.judgement.warnings.map(sentenceText),
  ];
}

const kinds = {
  decode: "steps that only decode",
  prefill: "steps that compute prompts",
  all: "steps",
} as const;

/** Returns the steps or the time that the point is the mean of. */
function meanText({ step, phase, time, span, coveredMs }: ShownPoint): string {
  const length = formatCoarseDuration(coveredMs);
  const when = span === "last" ? `In the last ${length}` : `Over ${length} of the window`;
  const isBusy = time === "busy";
  if (step === null)
    return `${when}: ${isBusy ? "mean of the time with activity" : "mean that includes idle time"}.`;
  const { n, stepSeconds, batch, busyRatio } = step;
  const size = phase === "decode" ? ` at batch ${formatNumber(batch)}` : "";
  const steps = `${formatCount(n)} ${kinds[phase]}, ${formatWithUnit(stepSeconds, "seconds", "ms")} each${size} on average`;
  return isBusy
    ? `${when}: ${steps}. The point covers these steps only, which take ${percent(busyRatio)} of the time.`
    : `${when}: ${steps}. They take ${percent(busyRatio)} of the time, and idle time moves the point straight down.`;
}

function mixedTexts({ mixed }: RooflinePoint): readonly string[] {
  if (mixed === null) return [];
  return [
    `Mixed: the mean step computes ${formatNumber(mixed.prefillTokens)} prompt tokens and ${formatNumber(mixed.decodeTokens)} decode tokens. Decode is ${percent(mixed.decodeFlopsRatio)} of its FLOPs.`,
  ];
}

function errorText({ error }: RooflinePoint): string {
  const one = (
    name: string,
    { belowRatio, aboveRatio }: { belowRatio: number; aboveRatio: number },
  ): string =>
    `${name} ${belowRatio === aboveRatio ? `± ${roundedPercent(belowRatio)}` : `−${roundedPercent(belowRatio)} +${roundedPercent(aboveRatio)}`}`;
  return `Expected error: ${one("FLOPs", error.flops)}, ${one("bytes", error.bytes)}, ${one("time", error.time)}`;
}

const roundedPercent = (ratio: number): string => `${Math.round(100 * ratio)}${thinSpace}%`;

export function usedCeiling({ ceilings }: RooflineRoof): RooflineRoof["ceilings"][number] | undefined {
  return ceilings.find(({ isUsed }) => isUsed) ?? ceilings.at(-1);
}

interface PositionContext {
  readonly region: Region;
  /** Name of another accelerator whose roof is displayed. Null for the accelerator in use. */
  readonly otherName: string | null;
}

/** Returns the tooltip of a position without a point. `x` and `y` are in the units of the plot. */
export function positionDetails(
  roof: RooflineRoof,
  x: number,
  y: number,
  { region, otherName }: PositionContext,
): readonly string[] {
  const used = usedCeiling(roof);
  const position = `${intensityText(x)}, ${flopsText(y * tera)}`;
  if (region === "above" && otherName !== null)
    return [
      `${position}: above the roof of one ${otherName}.`,
      "Not possible on this GPU. The measured points are from the GPU in use.",
    ];
  if (region === "above")
    return [
      `${position}: above the roof.`,
      "No workload can reach this. A point here means that an input is wrong.",
    ];
  const allowed = Math.min(used?.flopsPerSecond ?? Infinity, x * roof.bandwidth.bytesPerSecond);
  return [
    `${position}: ${region}.`,
    `The roof allows ${flopsText(allowed)} at this intensity.`,
    region === "memory-bound"
      ? "Fewer bytes per FLOP, or more bandwidth, would increase throughput."
      : "Fewer FLOPs, or a narrower precision with a higher peak, would increase throughput.",
  ];
}

/**
 * Returns "± 2.9", the larger side of a range, or both sides as percentages when the range is at least half of the
 * value.
 */
export function marginText(
  value: number,
  { lower, upper }: { readonly lower: number; readonly upper: number },
): string {
  const margin = Math.max(value - lower, upper - value);
  return margin < value / 2
    ? `±${thinSpace}${formatNumber(margin)}`
    : `−${roundedPercent((value - lower) / value)} +${roundedPercent((upper - value) / value)}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
