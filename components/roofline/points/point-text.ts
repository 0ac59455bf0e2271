/** What an operating point says, in words: beside it, in the table, and in full where it is pointed at. */
import type { BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import type { RooflineRoof } from "@/lib/contracts/roofline";
import type { RooflinePoint } from "@/lib/contracts/roofline-point";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatRatio } from "@/lib/format/ratio";
import { formatCoarseDuration } from "@/lib/format/time";
import { sentenceText } from "@/lib/format/sentence-text";
import type { Region } from "@/components/charts/prepare/roof-plot";
import { formatName } from "../precision-names";
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

/** Two lines beside the point. */
export function pointLines({ point, phase }: ShownPoint): readonly string[] {
  const uses = [`MBU ${formatRatio(point.mbuRatio)}`, `MFU ${formatRatio(point.mfuRatio)}`];
  return [
    `${intensityText(point.intensityFlopPerByte)}, ${flopsText(point.flopsPerSecond)}`,
    (phase === "prefill" ? uses.toReversed() : uses).join(", "),
  ];
}

const methodTexts = {
  counters: "From token counters and the model's shape",
  engine: "From the engine's own estimates, phases together: the same arithmetic done elsewhere",
  hardware: "From the accelerator's own activity, phases together: the one independent way",
} as const;

const boundTexts: { readonly [B in BoundBy]: string } = {
  memory: "memory-bound: bytes set the pace",
  compute: "compute-bound: arithmetic sets the pace",
  communication: "bound by what accelerators tell each other",
  overhead: "bound by overhead: launches, sampling, the CPU",
  mixed: "bound by memory and compute alike",
};

/** Everything about a point, one sentence each. */
export function pointDetails(shownPoint: ShownPoint, roof: RooflineRoof): readonly string[] {
  const { point, bounds } = shownPoint;
  const used = usedCeiling(roof);
  const allowed = Math.min(
    used?.flopsPerSecond ?? Infinity,
    point.intensityFlopPerByte * roof.bandwidth.bytesPerSecond,
  );
  return [
    `${capital(pointName(shownPoint))}: ${intensityText(point.intensityFlopPerByte)}, ${flopsText(point.flopsPerSecond)}.`,
    `The roof allows ${flopsText(allowed)} at this intensity: ${percent(point.flopsPerSecond / allowed)} of it is reached.`,
    `MFU ${formatRatio(point.mfuRatio)}${used === undefined ? "" : ` of the dense ${formatName(used.precision)} peak`}, MBU ${formatRatio(point.mbuRatio)} of the printed bandwidth.`,
    ...boundSentence(bounds),
    meanText(shownPoint),
    ...mixedTexts(point),
    `${methodTexts[point.method]}; ${errorText(point)}.`,
    ...point.judgement.warnings.map(sentenceText),
  ];
}

/** Two bounds are of a step that is about as much the one as the other, except where communication is told for its quarter. */
function boundSentence(bounds: readonly BoundBy[]): readonly string[] {
  const [singleBound] = bounds;
  if (singleBound === undefined) return [];
  if (bounds.length === 1) return [`It is ${boundTexts[singleBound]}.`];
  const alike = bounds.includes("communication") ? "" : " alike";
  return [`It is bound by ${bounds.join(" and ")}${alike}.`];
}

const kinds = {
  decode: "steps that only decode",
  prefill: "steps that compute prompts",
  all: "steps",
} as const;

/** Of what the point is the mean: of the time in such steps while busy, of all time on average. */
function meanText({ step, phase, time, span, coveredMs }: ShownPoint): string {
  const length = formatCoarseDuration(coveredMs);
  const when = span === "last" ? `In the last ${length}` : `Over ${length} of the window`;
  const isBusy = time === "busy";
  if (step === null)
    return `${when}: ${isBusy ? "activity over the time in which anything ran" : "idle time counted"}.`;
  const { n, stepSeconds, batch, busyRatio } = step;
  const size = phase === "decode" ? ` at batch ${formatNumber(batch)}` : "";
  const steps = `${formatCount(n)} ${kinds[phase]}, ${formatWithUnit(stepSeconds, "seconds", "ms")} each${size} on average`;
  return isBusy
    ? `${when}: ${steps}; the point is of the time in them alone, ${percent(busyRatio)} of all.`
    : `${when}: ${steps}. They run ${percent(busyRatio)} of the time; the rest pulls the point straight down.`;
}

function mixedTexts({ mixed }: RooflinePoint): readonly string[] {
  if (mixed === null) return [];
  return [
    `Mixed: a mean step computes ${formatNumber(mixed.prefillTokens)} prompt tokens and ${formatNumber(mixed.decodeTokens)} of decode, which is ${percent(mixed.decodeFlopsRatio)} of its FLOPs.`,
  ];
}

function errorText({ error }: RooflinePoint): string {
  const one = (
    name: string,
    { belowRatio, aboveRatio }: { belowRatio: number; aboveRatio: number },
  ): string =>
    `${name} ${belowRatio === aboveRatio ? `± ${roundedPercent(belowRatio)}` : `−${roundedPercent(belowRatio)} +${roundedPercent(aboveRatio)}`}`;
  return `expected error: ${one("FLOPs", error.flops)}, ${one("bytes", error.bytes)}, ${one("time", error.time)}`;
}

const roundedPercent = (ratio: number): string => `${Math.round(100 * ratio)}${thinSpace}%`;

export function usedCeiling({ ceilings }: RooflineRoof): RooflineRoof["ceilings"][number] | undefined {
  return ceilings.find(({ isUsed }) => isUsed) ?? ceilings.at(-1);
}

interface PositionContext {
  readonly region: Region;
  /** Of an accelerator that does not run, where the roof is its; null where it is that of the points. */
  readonly otherName: string | null;
}

/** What a bare place of the plane means; in the plot's units. */
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
      "More than it can do; what was measured here ran on the accelerator in use.",
    ];
  if (region === "above")
    return [
      `${position}: above the roof.`,
      "Nothing can run here; a point here means that an input is wrong.",
    ];
  const allowed = Math.min(used?.flopsPerSecond ?? Infinity, x * roof.bandwidth.bytesPerSecond);
  return [
    `${position}: ${region}.`,
    `The roof allows ${flopsText(allowed)} at this intensity.`,
    region === "memory-bound"
      ? "Fewer bytes for each FLOP, or more bandwidth, would make it faster."
      : "Fewer FLOPs, or a narrower precision with a higher peak, would make it faster.",
  ];
}

/** "± 2.9": the larger side of what a value may be off; "−50 % +100 %" where that is half of it or more, as axes are logarithmic. */
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
