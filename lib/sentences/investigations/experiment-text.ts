/** The result of an experiment in sentences. */
import type { ArmInstanceRange } from "@/lib/analysis/experiments/instance-counts";
import type { ExperimentRefusal, JudgedExperiment } from "@/lib/analysis/experiments/judge-experiment";
import type { JudgedMeasure } from "@/lib/analysis/experiments/judge-measure";
import { maxBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { countWithNoun } from "@/lib/format/agreement";
import { formatElapsed } from "@/lib/format/elapsed";
import { formatCount, formatNumber, formatValue, formatWithUnit } from "@/lib/format/number";
import { unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import type { ExperimentArms, ExperimentMeasures } from "@/lib/model/investigation/experiments/experiment";
import { armRoles, experimentLimits } from "@/lib/model/investigation/experiments/experiment";
import {
  capitalise,
  listNames,
  refusalText,
  type RefusalAdvice,
} from "@/lib/sentences/comparisons/reason-text";
import {
  nameStatistic,
  relativeChangeText,
  relativeIntervalText,
  verdictTitles,
} from "@/lib/sentences/comparisons/statistic-text";
import { formatPrice } from "./goal-text";
import { loadDiffersText, percentText } from "@/lib/sentences/signals/comparison-text";

const minuteMs = 60_000;

interface ExperimentSentenceFacts {
  readonly measures: ExperimentMeasures;
  readonly arms: ExperimentArms;
  /** Measures for which all blocks of a baseline arm are used, so that waiting adds none; absent if there are none. */
  readonly exhausted?: ReadonlySet<JudgedMeasure>;
  /** Titles of those engines of the arms that have no counter of requests; absent if there are none. */
  readonly uncounted?: readonly string[];
}

/** Returns the verdict with its reason, and the next step if there is none. */
export function experimentSentence(
  judged: JudgedExperiment,
  { measures, arms, exhausted = new Set(), uncounted = [] }: ExperimentSentenceFacts,
): string {
  const { verdict, refusal, primary, guards, quality, isWithheld } = judged;
  if (refusal !== null) return `No verdict: ${refusalSentence(refusal, arms, uncounted)}`;
  const fallen = fallenScoresText(quality);
  const primarySentence = measureSentence(primary, measures, exhausted.has(primary));
  const harms = [
    ...guards.filter((guard) => guard.verdict === "worse").map((guard) => `${nameMeasure(guard)} is worse`),
    ...(fallen === null ? [] : [fallen]),
  ];
  if (harms.length > 0) return `Worse: ${listNames(harms)}. ${primarySentence}`;
  return isWithheld
    ? `Cannot tell yet: the stop rule reports a difference at ${countWithNoun(measures.plannedBlocks, "block")} per arm, and ${formatCount(primary.blockCount)} are complete.`
    : `${verdictTitles[verdict]}: ${primarySentence}`;
}

/** Returns "the quality score MMLU fell"; null if none fell. */
export function fallenScoresText(quality: JudgedExperiment["quality"]): string | null {
  const names = quality.filter(({ hasFallen }) => hasFallen).map(({ name }) => name);
  if (names.length === 0) return null;
  return `the quality ${names.length === 1 ? "score" : "scores"} ${listNames(names)} fell`;
}

/**
 * Returns the change of one measure with its interval, or how many blocks are missing. `isExhausted`: a baseline has no
 * more blocks.
 */
export function measureSentence(
  measure: JudgedMeasure,
  { plannedBlocks, marginRatio }: ExperimentMeasures,
  isExhausted = false,
): string {
  const { referenceMean, changedMean, blockCount, verdict, change } = measure;
  const name = capitalise(nameMeasure(measure));
  if (referenceMean === null || changedMean === null)
    return `${name} has ${formatCount(blockCount)} of ${experimentLimits.minBlocks} blocks per arm that the first interim analysis needs.`;
  const values = valuesText(measure, referenceMean, changedMean);
  const interval = relativeIntervalText(measure);
  const size = change === null || change === 0 ? "" : ` is ${sizeText(change)}`;
  const numbers = `${values}${interval === "" ? "" : ` (interval of the change ${interval})`}, ${countWithNoun(blockCount, "block")} per arm`;
  if (verdict === "same") return `${name} differs by less than ${percentText(marginRatio)}: ${numbers}.`;
  const text = `${name}${size}: ${numbers}.`;
  if (verdict !== "cannot-tell") return text;
  return isExhausted
    ? `${text} The baseline has no more blocks with this measure. Add an experiment with a longer baseline, or with a window instead of the baseline.`
    : `${text} ${missingText(measure, { plannedBlocks, marginRatio })}`;
}

/** Formats the size of a change with the same digits as the table of the measures, so that readers find it there. */
function sizeText(change: number): string {
  if (change >= 1) return `${relativeChangeText({ change })} the value of the reference arm`;
  return `${percentText(Math.abs(change))} ${change < 0 ? "lower" : "higher"}`;
}

/** Returns the name of a measure, written as in the middle of a sentence. */
export function nameMeasure(measure: JudgedMeasure): string {
  return measure.currency === null ? nameStatistic(measure) : costGuardName;
}

const costGuardName = "cost per million output tokens";

/** Returns the names of the guards of a plan. */
export function listGuardNames({
  guards,
  hasCostGuard,
}: Pick<ExperimentMeasures, "guards" | "hasCostGuard">): readonly string[] {
  return [...guards.map(nameStatistic), ...(hasCostGuard ? [costGuardName] : [])];
}

/** Returns the value of a measure with its unit or currency. */
export function measureValueText(
  { signal, statistic, currency }: Pick<JudgedMeasure, "signal" | "statistic" | "currency">,
  value: number,
): string {
  if (currency !== null) return formatPrice(value, currency);
  const { unit, displayUnit } = unitOfStatistic(signal, statistic);
  return formatWithUnit(value, unit, displayUnit);
}

function valuesText(measure: JudgedMeasure, from: number, to: number): string {
  const { signal, statistic, currency } = measure;
  const { unit, displayUnit } = unitOfStatistic(signal, statistic);
  const first = currency === null ? formatValue(from, unit, displayUnit).text : formatNumber(from);
  return `${first} → ${measureValueText(measure, to)}`;
}

function missingText(
  { additionalBlocks, blockCount, change }: JudgedMeasure,
  { plannedBlocks, marginRatio }: Pick<ExperimentMeasures, "plannedBlocks" | "marginRatio">,
): string {
  const isAtEnd = blockCount >= plannedBlocks;
  const end = isAtEnd
    ? " All planned blocks are complete: repeat the experiment with more blocks, or steadier load."
    : "";
  if (additionalBlocks !== null)
    return `About ${formatCount(additionalBlocks)} more ${additionalBlocks === 1 ? "block" : "blocks"} per arm would lead to a verdict.${end}`;
  return change !== null && isNearMargin(change, marginRatio)
    ? `The change is too close to the margin to estimate how many blocks are missing.${end}`
    : `The blocks vary so much that ${formatCount(maxBlocks)} blocks per arm, the maximum, would give no verdict. Repeat the experiment with steadier load, and start each window after the change has taken effect.`;
}

/** Returns whether a change is so close to the margin that the number of missing blocks cannot be estimated usefully. */
function isNearMargin(change: number, marginRatio: number): boolean {
  return Math.abs(Math.abs(change) - marginRatio) <= marginRatio / 2;
}

function refusalSentence(
  refusal: ExperimentRefusal,
  arms: ExperimentArms,
  uncounted: readonly string[],
): string {
  switch (refusal.kind) {
    case "environment": {
      const { comparison } = refusal;
      return comparison.refusal === null
        ? ""
        : refusalText(withLists(comparison.refusal), withCopies(comparison), armAdvice);
    }
    case "arm-changed": {
      const arm = arms.find(({ role }) => role === refusal.role);
      return `${listNames(refusal.paths)} changed within the arm ${arm?.name ?? refusal.role}. Use windows with one environment, or add another experiment.`;
    }
    case "load":
      return `in the changed arm, ${loadDiffersText(refusal.load.differences, { isPerInstance: false, reference: "the reference arm" })}. Choose windows with equal load, or declare the load as the factor.`;
    case "unknown-load":
      return uncounted.length === 0
        ? "the request rate of an arm is unknown, so equal load cannot be checked. Use windows for which the source reports the number of requests."
        : `${listNames(uncounted)} ${uncounted.length === 1 ? "does" : "do"} not count requests, so equal load cannot be checked. The measures are listed without a verdict.`;
  }
}

const armAdvice: RefusalAdvice = {
  equalEnvironment: "use arms with an equal environment.",
  oneFactor: "Use arms that differ in the declared factor only.",
  mismatch: "Correct the windows of this arm, or add an experiment with the correct factor.",
  sides: { before: "in the reference arm", after: "in the changed arm" },
};

type Comparison = Extract<ExperimentRefusal, { kind: "environment" }>["comparison"];

function withLists(refusal: NonNullable<Comparison["refusal"]>) {
  return "paths" in refusal ? { ...refusal, paths: [...refusal.paths] } : refusal;
}

function withCopies({ differences }: Comparison) {
  return { differences: differences.map((one) => ({ ...one })) };
}

/** Length of the blocks of an experiment, and whether a baseline determines it. */
export interface BlockLength {
  readonly blockMs: number;
  /** True if an arm is a baseline, whose stored blocks determine the length. */
  readonly isOfBaseline: boolean;
}

/**
 * Returns a note that blocks are longer than 1 min, with the time that the planned number of blocks takes. Empty for
 * blocks of 1 min.
 */
export function blockNotes(
  { plannedBlocks }: Pick<ExperimentMeasures, "plannedBlocks">,
  { blockMs, isOfBaseline }: BlockLength,
): readonly string[] {
  if (blockMs <= minuteMs) return [];
  const reason = isOfBaseline
    ? "as those of the baseline"
    : "because the samples are too far apart for blocks of 1 min";
  return [
    `Blocks are ${formatElapsed(blockMs)} long, ${reason}. The ${countWithNoun(plannedBlocks, "planned block")} therefore take ${formatElapsed(plannedBlocks * blockMs)} per arm.`,
  ];
}

/** Returns facts that limit the result, as sentences. */
export function experimentNotes(judged: JudgedExperiment): readonly string[] {
  const { environment, load, guards, isFactorUnknown } = judged;
  const undecided = guards.filter(({ verdict }) => verdict === "cannot-tell");
  const unknownPaths = environment.unknown.map(({ path }) => path);
  return [
    ...(undecided.length === 0
      ? []
      : [
          `Not decided yet: ${listNames(undecided.map(nameMeasure))}. An undecided guard does not prevent a verdict.`,
        ]),
    ...(environment.isFactorUnchanged
      ? ["The declared factor has the same value in both arms, so the change may not be active."]
      : []),
    ...(isFactorUnknown
      ? [
          "No source reports the declared factor for these arms, so Ridgepoint did not check that the change is active.",
        ]
      : []),
    ...(judged.unknownCost === null ? [] : [unknownCostTexts[judged.unknownCost]]),
    ...instanceNotes(judged),
    ...(unknownPaths.length === 0
      ? []
      : [`Known for one arm only, so not compared: ${listNames(unknownPaths)}.`]),
    ...(load.unknown.length === 0
      ? []
      : [
          `Unknown in at least one arm, so not compared: ${listNames(load.unknown.map((measure) => loadNames[measure]))}.`,
        ]),
  ];
}

/** Returns a note for each arm whose number of instances changed, because that is a second change in addition to the factor. */
function instanceNotes({ instances, isPerInstance }: JudgedExperiment): readonly string[] {
  const { reference, changed } = instances;
  const changes = armRoles.flatMap((role) => {
    const range = instances[role];
    return range === null || range.min === range.max
      ? []
      : [`The number of instances of the ${role} arm changed within its windows: ${rangeText(range)}.`];
  });
  return [
    ...changes,
    ...(isPerInstance && reference !== null && changed !== null
      ? [
          `Rates and numbers of requests are per instance, because the arms have ${rangeText(reference)} and ${rangeText(changed)} instances.`,
        ]
      : []),
  ];
}

function rangeText({ min, max }: ArmInstanceRange): string {
  return min === max ? formatInstances(min) : `${formatInstances(min)} to ${formatInstances(max)}`;
}

/** Formats a number of instances. It may have decimals, because a baseline has a mean number of instances. */
function formatInstances(count: number): string {
  return Number.isInteger(count) ? formatCount(count) : formatNumber(count);
}

const unknownCostTexts: Readonly<Record<NonNullable<JudgedExperiment["unknownCost"]>, string>> = {
  "no-price":
    "The cost was not compared, because the price of a GPU hour is not known for both arms. Enter it on the page Roofline, under “Inputs”.",
  "no-gpu-count":
    "The cost was not compared, because the number of GPUs is not known for both arms. Enter it on the page Roofline, under “Inputs”, or scrape a GPU exporter.",
  "other-currency": "The cost was not compared, because the prices of the arms are in different currencies.",
};

const loadNames = {
  requestsPerInstance: "requests per instance",
  promptTokens: "mean prompt length",
  outputTokens: "mean output length",
  fixedConcurrency: "concurrent users",
} as const;

/** Returns "MMLU: 0.80 → 0.78, fell by more than is accepted". */
export function qualityText({
  name,
  reference,
  changed,
  hasFallen,
}: JudgedExperiment["quality"][number]): string {
  const [from, to] = [reference, changed].map((value) => (value === null ? "no score" : formatNumber(value)));
  const state =
    reference === null || changed === null
      ? "compared when both arms have a score"
      : hasFallen
        ? "fell by more than is accepted"
        : "held";
  return `${name}: ${from ?? ""} → ${to ?? ""}, ${state}`;
}
