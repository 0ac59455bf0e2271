/**
 * The least time from the start of a prefill to the first token: products of all new tokens, attention over what they see, one row
 * of the LM head; at least one reading of the weights. Waiting in a queue and the frontend come before it.
 */
import { prefilling } from "@/lib/analysis/roofline/step-work/batch";
import { communicationOf, communicationTime } from "@/lib/analysis/roofline/step-work/communication";
import { oneAccelerator, workPerAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import {
  fusedWork,
  stepOperators,
  type Served,
  type Work,
} from "@/lib/analysis/roofline/step-work/step-work";
import type { Machine } from "./decode-bound";
import { stepBound, type StepBound } from "./step-bound";

export interface PrefillLoad {
  readonly promptTokens: number;
  /** Found in the prefix cache: not computed, but attended to. */
  readonly cachedTokens?: number;
  readonly isFlash?: boolean;
}

export interface PrefillBound {
  /** Of one accelerator of a stage. */
  readonly work: Work;
  readonly bound: StepBound;
  readonly seconds: number;
}

/** One prompt goes through the stages of a pipeline one after the other, so only tensor parallel makes it faster. */
export function prefillBound(served: Served, load: PrefillLoad, machine: Machine): PrefillBound {
  const { tensor, pipeline } = machine.parallel ?? oneAccelerator;
  const cachedTokens = Math.min(load.cachedTokens ?? 0, Math.max(0, load.promptTokens - 1));
  const batch = [prefilling(load.promptTokens - cachedTokens, { cachedTokens })];
  const choice = { ...fusedWork, isFlash: load.isFlash ?? true };
  const work = workPerAccelerator(stepOperators(served, batch, choice), { tensor, pipeline: 1 });
  const communication = communicationTime(
    communicationOf(served.shape, batch, { tensor, pipeline }),
    machine.linkBytesPerSecond ?? null,
    machine.latencyEachSeconds,
  );
  const bound = stepBound(work, machine.ceilings, communication.seconds);
  return { work, bound, seconds: bound.seconds };
}
