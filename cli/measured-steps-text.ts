/**
 * Formats the steps of a measured run for a terminal: each step compared with the model, the lines over batch size,
 * and the number of steps per verdict.
 */
import type { BatchLine } from "@/lib/analysis/roofline/measured/batch-lines";
import type { JudgedStep, StepVerdict } from "@/lib/analysis/roofline/measured/judge-step";
import type { MeasuredStepsAnalysis } from "@/lib/analysis/roofline/measured/analyse-measured-run";
import { formatCount, formatNumber } from "@/lib/format/number";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { formatTextTable, type TextColumn } from "./text-table";

type JudgedSteps = Extract<MeasuredStepsAnalysis, { kind: "judged" }>;

const verdictText: Readonly<Record<StepVerdict["kind"], string>> = {
  "as-expected": "as expected",
  close: "close",
  different: "observed limit differs from the expected limit",
  "no-launch-time": "the run has no launch time to compare with",
  slower: "slower than the roofline predicts",
  "below-launch-time": "faster than launch overhead alone",
  impossible: "faster than the ceilings allow",
};

const verdictKinds = Object.keys(verdictText) as readonly StepVerdict["kind"][];

const stepColumns: readonly TextColumn<JudgedStep>[] = [
  { title: "STEP", formatCell: ({ step }) => step.phase },
  { title: "LAUNCH", formatCell: ({ step }) => step.launch },
  { title: "BATCH", isNumber: true, formatCell: ({ step }) => formatCount(step.batch) },
  {
    title: "TOKENS",
    isNumber: true,
    formatCell: ({ step }) => formatCount(step.phase === "decode" ? step.contextTokens : step.promptTokens),
  },
  { title: "ms", isNumber: true, formatCell: ({ measuredSeconds }) => formatMilliseconds(measuredSeconds) },
  {
    title: "MODEL ms",
    isNumber: true,
    formatCell: ({ expected }) => formatMilliseconds(expected.expectedSeconds),
  },
  {
    title: "RATIO",
    isNumber: true,
    formatCell: ({ measuredToExpectedRatio }) => measuredToExpectedRatio.toFixed(2),
  },
  { title: "MBU %", isNumber: true, formatCell: ({ mbu }) => formatNumber(mbu * 100) },
  { title: "MFU %", isNumber: true, formatCell: ({ mfu }) => formatNumber(mfu * 100) },
  { title: "EXPECTED LIMIT", formatCell: ({ expected }) => expected.bottleneck },
  { title: "OBSERVED LIMIT", formatCell: ({ measuredBound: observed }) => observed },
  { title: "VERDICT", formatCell: ({ verdict }) => `${verdictText[verdict.kind]}${cacheText(verdict)}` },
];

function cacheText(verdict: StepVerdict): string {
  if (verdict.kind !== "impossible" || verdict.mayBeCached === "no") return "";
  return verdict.mayBeCached === "yes" ? ", fits in the cache" : ", cache size unknown";
}

/** Formats the comparison of measured steps with their expected times, one line each. */
export function formatMeasuredSteps({
  steps,
  batchLines: lines,
  countByVerdict: counts,
  measuredToExpectedRatio: ofExpectedRatio,
  unsteadyStepCount,
}: JudgedSteps): readonly string[] {
  if (ofExpectedRatio === null) return ["No step was measured."];
  const countTexts = verdictKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${verdictText[kind]}`);
  const { median, min, max } = ofExpectedRatio;
  return [
    formatTextTable(stepColumns, steps),
    "",
    ...lines.map(describeLine),
    ...(lines.length === 0 ? [] : [""]),
    `Verdicts of ${countWithNoun(steps.length, "step")}: ${countTexts.join(", ")}. Measured time divided by expected time: median ${median.toFixed(2)}, range ${min.toFixed(2)} to ${max.toFixed(2)}.`,
    ...(unsteadyStepCount === 0
      ? []
      : [
          `${countWithNoun(unsteadyStepCount, "step")} ${singularOrPlural(unsteadyStepCount, "varies", "vary")} by more than 10 %. Another process used the device, or its clock frequency changed.`,
        ]),
  ];
}

function describeLine(line: BatchLine): string {
  const prefix = `Decode, ${line.launch}, context ${formatCount(line.contextTokens)}:`;
  const excludedText =
    line.excludedStepCount === 0
      ? ""
      : `, ${countWithNoun(line.excludedStepCount, "launch-bound step")} excluded`;
  if (line.kind === "cannot-fit")
    return `${prefix} no line over batch size (${noLineReasons[line.reason]})${excludedText}`;
  const { measured, expected, slopeRatio, verdict } = line;
  const { baseSeconds: a, perSequenceSeconds: b } = measured;
  const model = formatLineFormula(expected.baseSeconds.value, expected.perSequenceSeconds.value);
  const range = `slope ratio ${slopeRatio.value.toFixed(2)} (${slopeRatio.lower.toFixed(2)} to ${slopeRatio.upper.toFixed(2)})`;
  return `${prefix} measured line ${formatLineFormula(a.value, b.value)} (largest deviation ${formatNumber(measured.largestErrorRatio * 100)} %, ${countWithNoun(measured.n, "step")}), expected line ${model}, ${range}: ${lineVerdicts[verdict.kind]}${excludedText}`;
}

function formatLineFormula(baseSeconds: number, perSequenceSeconds: number): string {
  return `${formatMilliseconds(baseSeconds)} ms + ${formatNumber(perSequenceSeconds * 1e6)} µs·B`;
}

const noLineReasons: Readonly<Record<Extract<BatchLine, { kind: "cannot-fit" }>["reason"], string>> = {
  "too-few-steps": "too few steps",
  "too-few-batches": "too few batch sizes",
  "batches-too-alike": "batch sizes too similar",
};

const lineVerdicts: Readonly<Record<Extract<BatchLine, { kind: "line" }>["verdict"]["kind"], string>> = {
  agrees: "agrees with the expected line",
  steeper: "steeper than the expected line",
  flatter: "flatter than the expected line",
  "no-line": "no line fitted",
  flat: "too flat to compare",
};

function formatMilliseconds(seconds: number): string {
  return formatNumber(seconds * 1000);
}
