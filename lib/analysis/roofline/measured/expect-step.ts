/**
 * Expected time and bottleneck of a step of the measured decoder, computed before its measured time is used:
 *
 *     bound      attention, then weights; each the larger of compute and memory, at the measured ceilings
 *     launches   launch time: the same layers made so narrow that nothing else takes time, measured in the same run
 *     expected   the larger of the two, because the host launches while the device computes
 *
 * The part with the longest time (memory, compute or launches) is the leading bottleneck. A further part is close if
 * the classifier might name it instead. Memory and compute are close from the share of the leading time at which the
 * classifier names them. Launches are close from the share at which memory and compute, without any overlap, stay below
 * their thresholds.
 */
import { computeBoundMfu, memoryBoundMbu } from "@/lib/analysis/roofline/bounds/bound-by";
import { stepBound } from "@/lib/analysis/roofline/bounds/step-bound";
import { practicalCeilings, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import { decodeGroup, prefillGroup, type Batch } from "@/lib/analysis/roofline/step-work/batch";
import { stepWork, type ServedModel, type Work } from "@/lib/analysis/roofline/step-work/step-work";
import { defaultMinorTensors } from "@/lib/model/roofline/architecture";
import type { MeasuredRun, MeasuredStep } from "@/lib/model/roofline/measured-run-schema";

/** The slowest part of a step: memory traffic, arithmetic, or kernel launches (`overhead`). */
export type Bottleneck = "memory" | "compute" | "overhead";

/** Expected time of one measured step and of its parts. */
export interface ExpectedStep {
  readonly work: Work;
  readonly memorySeconds: number;
  readonly computeSeconds: number;
  /**
   * Time that the host takes to launch the kernels of one step. Null if it was not measured; then no step is expected
   * to be overhead-bound.
   */
  readonly launchSeconds: number | null;
  /** Minimum time without launches: attention, then weights. */
  readonly boundSeconds: number;
  /** The larger of `boundSeconds` and `launchSeconds`, because the host launches kernels while the device computes. */
  readonly expectedSeconds: number;
  readonly bottleneck: Bottleneck;
  /** Bottlenecks that the classifier may name, including the leading one. */
  readonly closeBottlenecks: readonly Bottleneck[];
}

/** Ratio of a part's time to the leading time from which the part is close. */
const closeThresholds: Readonly<Record<Bottleneck, number>> = {
  memory: memoryBoundMbu,
  compute: computeBoundMfu,
  overhead: 0.6,
};

/** Returns the decoder of a measured run as a model with the structure of Llama and a tied LM head. */
export function toServedModel({ shape, precision }: MeasuredRun["decoder"]): ServedModel {
  const { layers, hidden, heads, kvHeads, headDim, ffn, vocabulary } = shape;
  return {
    shape: {
      id: "measured-decoder",
      name: "measured decoder",
      layers,
      hidden,
      attention: { kind: "grouped", heads, kvHeads, headDim },
      ffn,
      isGated: true,
      vocabulary,
      isTied: true,
      maxContextTokens: 1_000_000,
      small: defaultMinorTensors,
    },
    formats: { linear: precision, rest: precision, kv: precision, compute: precision },
  };
}

function batchOf(step: MeasuredStep): Batch {
  return step.phase === "decode"
    ? [decodeGroup(step.batch, step.contextTokens)]
    : [prefillGroup(step.promptTokens, { sequences: step.batch })];
}

/**
 * Returns the median time to launch the kernels of a step of the same phase and launch mode; null if not
 * measured.
 */
export function findLaunchSeconds({ decoder }: MeasuredRun, step: MeasuredStep): number | null {
  const launchCase = decoder.launchOverheads.cases.find(
    ({ phase, launch }) => phase === step.phase && launch === step.launch,
  );
  return launchCase?.seconds.median ?? null;
}

/**
 * Computes the expected time of a measured step from the roof and the launch time; `launchSeconds` is null
 * if not measured.
 */
export function expectStep(
  servedModel: ServedModel,
  step: MeasuredStep,
  { roof, launchSeconds }: { readonly roof: Roof; readonly launchSeconds: number | null },
): ExpectedStep {
  const work = stepWork(servedModel, batchOf(step));
  const {
    memorySeconds,
    computeSeconds,
    attentionThenWeightsSeconds: phasedSeconds,
  } = stepBound(work, practicalCeilings(roof));
  const terms: readonly (readonly [Bottleneck, number])[] = [
    ["memory", memorySeconds],
    ["compute", computeSeconds],
    ["overhead", launchSeconds ?? 0],
  ];
  const longest = Math.max(...terms.map(([, seconds]) => seconds));
  return {
    work,
    memorySeconds,
    computeSeconds,
    launchSeconds,
    boundSeconds: phasedSeconds,
    expectedSeconds: Math.max(phasedSeconds, launchSeconds ?? 0),
    bottleneck: terms.find(([, seconds]) => seconds === longest)?.[0] ?? "memory",
    closeBottlenecks: terms
      .filter(([pace, seconds]) => seconds >= closeThresholds[pace] * longest)
      .map(([pace]) => pace),
  };
}
