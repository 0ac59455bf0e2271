/**
 * What a step of the measured decoder should take by our own counting, and what should set its pace, before its own time is looked at:
 *
 *     bound      attention and weights one after the other, each the larger of arithmetic and memory, at the measured ceilings
 *     floor      the launches: the same layers so narrow that nothing else takes time, measured in the same run
 *     expected   the larger of the two, since the host launches while the device computes
 *
 * The largest of memory, compute and floor leads. Another is close where it may be named as well: memory and compute from the share of a
 * step on from which the classifier calls it after them, launches from the share on at which they and the rest, should they not overlap
 * at all, leave the rest below its own share.
 */
import { computeBoundMfu, memoryBoundMbu } from "@/lib/analysis/roofline/bounds/bound-by";
import { stepBound } from "@/lib/analysis/roofline/bounds/step-bound";
import { practicalCeilings, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import { decoding, prefilling, type Batch } from "@/lib/analysis/roofline/step-work/batch";
import { stepWork, type Served, type Work } from "@/lib/analysis/roofline/step-work/step-work";
import { plainParts } from "@/lib/model/architecture";
import type { MeasuredRun, MeasuredStep } from "@/lib/model/measured-run-schema";

export type Bottleneck = "memory" | "compute" | "overhead";

export interface ExpectedStep {
  readonly work: Work;
  readonly memorySeconds: number;
  readonly computeSeconds: number;
  /** Null where it could not be measured: then nothing can be expected to be overhead. */
  readonly launchSeconds: number | null;
  readonly boundSeconds: number;
  readonly expectedSeconds: number;
  readonly leading: Bottleneck;
  /** Those that may as well set the pace, the leading one among them. */
  readonly close: readonly Bottleneck[];
}

/** Of the leading one. */
const closeThresholds: Readonly<Record<Bottleneck, number>> = {
  memory: memoryBoundMbu,
  compute: computeBoundMfu,
  overhead: 0.6,
};

/** The measured decoder in the words of the model: like Llama, its head tied to its embedding. */
export function servedOf({ shape, precision }: MeasuredRun["decoder"]): Served {
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
      small: plainParts,
    },
    plan: { linear: precision, rest: precision, kv: precision, compute: precision },
  };
}

function batchOf(step: MeasuredStep): Batch {
  return step.phase === "decode"
    ? [decoding(step.batch, step.contextTokens)]
    : [prefilling(step.promptTokens, { sequences: step.batch })];
}

export function launchSecondsOf({ decoder }: MeasuredRun, step: MeasuredStep): number | null {
  const launchCase = decoder.launchOverheads.cases.find(
    ({ phase, launch }) => phase === step.phase && launch === step.launch,
  );
  return launchCase?.seconds.median ?? null;
}

/** All times above 0 and finite. */
export function expectStep(
  served: Served,
  step: MeasuredStep,
  { roof, launchSeconds }: { readonly roof: Roof; readonly launchSeconds: number | null },
): ExpectedStep {
  const work = stepWork(served, batchOf(step));
  const { memorySeconds, computeSeconds, phasedSeconds } = stepBound(work, practicalCeilings(roof));
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
    leading: terms.find(([, seconds]) => seconds === longest)?.[0] ?? "memory",
    close: terms
      .filter(([pace, seconds]) => seconds >= closeThresholds[pace] * longest)
      .map(([pace]) => pace),
  };
}
