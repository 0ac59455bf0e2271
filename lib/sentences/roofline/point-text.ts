/** Texts of an operating point: label in the plot, row of the table, and tooltip. */
import type { RooflineRoof } from "@/lib/contracts/roofline/roofline";
import type { RooflinePoint, RooflineStep } from "@/lib/contracts/roofline/roofline-point";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatRatio } from "@/lib/format/ratio";
import { formatCoarseDuration } from "@/lib/format/time";
import { sentenceText } from "@/lib/format/sentence-text";
import { precisionTitle } from "@/lib/format/precision-names";
import { boundSentence, type StepBounds } from "./bound-text";

/** Operating point on the plot with the facts for its tooltip. */
export interface DescribedPoint {
  readonly phase: RooflinePoint["phase"];
  readonly time: RooflinePoint["time"];
  readonly method: RooflinePoint["method"];
  /** Name of the pool. Null for a single pool. */
  readonly pool: string | null;
  readonly point: RooflinePoint;
  readonly step: RooflineStep | null;
  /** Length of the time with samples over which the point is a mean. */
  readonly coveredMs: number;
  /** The last minutes, or the full window. */
  readonly period: "last" | "window";
  /** Bounds of the step. Null when the step was not divided. */
  readonly bounds: StepBounds | null;
}

const timeTexts = { busy: "while busy", average: "on average" } as const;
const methodNames = {
  counters: null,
  engine: "engine's estimate",
  hardware: "GPU counters",
} as const;

/** Formats a rate in TFLOP/s. */
export const flopsText = (flopsPerSecond: number): string =>
  formatWithUnit(flopsPerSecond, "flops-per-second", "TFLOP/s");
/** Formats an arithmetic intensity in FLOP/B. */
export const intensityText = (flopPerByte: number): string =>
  formatWithUnit(flopPerByte, "flop-per-byte", "FLOP/B");
const percent = (ratio: number): string => formatWithUnit(ratio, "ratio", "%");

/** Returns the name of an operating point, such as "decode while busy". */
export function pointName({ phase, time, method, pool }: DescribedPoint): string {
  const other = methodNames[method];
  const name = other === null ? `${phase} ${timeTexts[time]}` : `${other}, ${timeTexts[time]}`;
  return pool === null ? name : `${pool}: ${name}`;
}

/** Returns the two lines below the name of an operating point on the plot. */
export function pointLines({ point, phase }: DescribedPoint): readonly string[] {
  const uses = [`MBU ${formatRatio(point.mbuRatio)}`, `MFU ${formatRatio(point.mfuRatio)}`];
  return [
    `${intensityText(point.intensityFlopPerByte)}, ${flopsText(point.flopsPerSecond)}`,
    (phase === "prefill" ? uses.toReversed() : uses).join(", "),
  ];
}

const methodTexts = {
  counters: "Computed from token counters and the model architecture.",
  engine:
    "Computed from the engine's estimates of prefill and decode together. The engine uses the same formulas as the token counters.",
  hardware:
    "Computed from the GPU's activity counters of prefill and decode together, independently of the other methods.",
} as const;

/** Returns the tooltip of an operating point, one sentence each. */
export function pointDetails(describedPoint: DescribedPoint, roof: RooflineRoof): readonly string[] {
  const { point, bounds } = describedPoint;
  const used = usedCeiling(roof);
  const allowed = Math.min(
    used?.flopsPerSecond ?? Infinity,
    point.intensityFlopPerByte * roof.bandwidth.bytesPerSecond,
  );
  return [
    `${capital(pointName(describedPoint))}: ${intensityText(point.intensityFlopPerByte)}, ${flopsText(point.flopsPerSecond)}.`,
    `At this arithmetic intensity, the roof allows ${flopsText(allowed)}. The point reaches ${percent(point.flopsPerSecond / allowed)} of it.`,
    `MFU ${formatRatio(point.mfuRatio)}${used === undefined ? "" : ` of the dense ${precisionTitle(used.precision)} peak`}, MBU ${formatRatio(point.mbuRatio)} of the specified bandwidth.`,
    ...(bounds === null ? [] : [boundSentence(bounds)]),
    meanText(describedPoint),
    ...mixedTexts(point),
    `${methodTexts[point.method]} ${errorText(point)}.`,
    ...point.judgement.warnings.map(sentenceText),
  ];
}

function stepKindText(phase: RooflinePoint["phase"]): string {
  if (phase === "decode") return "steps that only decode";
  return phase === "prefill" ? "steps that compute prompts" : "steps";
}

/** Returns the steps, or the length of time, over which the point is a mean. */
function meanText({ step, phase, time, period: span, coveredMs }: DescribedPoint): string {
  const length = formatCoarseDuration(coveredMs);
  const when = span === "last" ? `In the last ${length}` : `In the ${length} of the window with samples`;
  const isBusy = time === "busy";
  if (step === null)
    return `${when}: ${isBusy ? "mean over the time with activity" : "mean over all time, including idle time"}.`;
  const { n, stepSeconds, batch, busyRatio } = step;
  const size = phase === "decode" ? ` at batch ${formatNumber(batch)}` : "";
  const steps = `${formatCount(n)} ${stepKindText(phase)}, ${formatWithUnit(stepSeconds, "seconds", "ms")} each${size} on average`;
  return isBusy
    ? `${when}: ${steps}. These steps take ${percent(busyRatio)} of the time, and the point is their mean.`
    : `${when}: ${steps}. These steps take ${percent(busyRatio)} of the time, and the point is a mean over all time, including idle time.`;
}

function mixedTexts({ mixedStep: mixed }: RooflinePoint): readonly string[] {
  if (mixed === null) return [];
  return [
    `Mixed: the mean step computes ${formatNumber(mixed.prefillTokens)} prompt tokens and ${formatNumber(mixed.decodeTokens)} decode tokens. Decode is ${percent(mixed.decodeFlopsRatio)} of its FLOPs.`,
  ];
}

function errorText({ error }: RooflinePoint): string {
  const one = (
    name: string,
    { lowerByRatio, higherByRatio }: { lowerByRatio: number; higherByRatio: number },
  ): string =>
    `${name} ${lowerByRatio === higherByRatio ? `± ${roundedPercent(lowerByRatio)}` : `−${roundedPercent(lowerByRatio)} +${roundedPercent(higherByRatio)}`}`;
  return `Expected error: ${one("FLOPs", error.flops)}, ${one("bytes", error.bytes)}, ${one("time", error.time)}`;
}

const roundedPercent = (ratio: number): string => `${Math.round(100 * ratio)}${thinSpace}%`;

/** Returns the compute ceiling that is marked as the precision of the model, or the last ceiling if none is marked. */
export function usedCeiling({ ceilings }: RooflineRoof): RooflineRoof["ceilings"][number] | undefined {
  return ceilings.find(({ isUsed }) => isUsed) ?? ceilings.at(-1);
}

function attainable(roof: RooflineRoof, intensityFlopPerByte: number): number {
  const peak = usedCeiling(roof)?.flopsPerSecond ?? Infinity;
  return Math.min(peak, intensityFlopPerByte * roof.bandwidth.bytesPerSecond);
}

interface PositionContext {
  readonly region: "memory-bound" | "compute-bound" | "above";
  /** The accelerator in use, such as "one H100 SXM". */
  readonly name: string;
  /** Another accelerator whose roof is drawn for comparison. Null without one. */
  readonly other: { readonly name: string; readonly roof: RooflineRoof } | null;
}

/** Returns the tooltip of a position on the plot that has no operating point. */
export function positionDetails(
  roof: RooflineRoof,
  { intensityFlopPerByte, flopsPerSecond }: Pick<RooflinePoint, "intensityFlopPerByte" | "flopsPerSecond">,
  { region, name, other }: PositionContext,
): readonly string[] {
  const position = `${intensityText(intensityFlopPerByte)}, ${flopsText(flopsPerSecond)}`;
  const otherAllowed = other === null ? null : attainable(other.roof, intensityFlopPerByte);
  const otherText =
    other === null || otherAllowed === null
      ? []
      : [`The roof of one ${other.name} allows ${flopsText(otherAllowed)} at this intensity.`];
  if (region === "above" && other !== null)
    return [
      `${position}: above the roof of ${name}.`,
      `No workload can reach this performance on ${name}.`,
      ...otherText,
    ];
  if (region === "above")
    return [
      `${position}: above the roof.`,
      "No workload can reach this performance. A point here means that an input is wrong.",
    ];
  return [
    `${position}: ${region}.`,
    `The roof${other === null ? "" : ` of ${name}`} allows ${flopsText(attainable(roof, intensityFlopPerByte))} at this intensity.`,
    ...otherText,
    region === "memory-bound"
      ? "Fewer bytes per FLOP, or more bandwidth, would increase throughput."
      : "Fewer FLOPs, or a narrower precision with a higher peak, would increase throughput.",
  ];
}

/**
 * Formats the uncertainty of a value by its larger side: "± 2.9". If this side is at least half of the value, both
 * sides are formatted as percentages: "−30 % +60 %".
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
