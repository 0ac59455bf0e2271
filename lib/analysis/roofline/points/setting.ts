/** What a pool of instances runs: the model and its numbers, the accelerator, how many of them make one instance, how many instances. */
import { roofOf, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import { acceleratorCount, type Parallel } from "@/lib/analysis/roofline/step-work/parallel";
import type { Served } from "@/lib/analysis/roofline/step-work/step-work";
import type { Accelerator } from "@/lib/model/accelerator";

export interface Setting {
  readonly served: Served;
  readonly accelerator: Accelerator;
  readonly parallel: Parallel;
  /** Instances whose rates are summed. */
  readonly replicas: number;
  readonly role: "prefill" | "decode" | "both";
  /** Prompts are computed in chunks beside running decodes, in the same steps. */
  readonly isChunked: boolean;
}

/** Null where the accelerator has no peak that could serve the model's precision. */
export function roofOfSetting({ accelerator, served }: Setting): Roof | null {
  return roofOf(accelerator, served.plan.compute);
}

export function acceleratorsOf({ parallel, replicas }: Setting): number {
  return acceleratorCount(parallel) * replicas;
}

/** The link in one direction is half of what is printed. */
export function linkOf({ link }: Accelerator): number | null {
  return link.bidirectionalBytesPerSecond === null ? null : link.bidirectionalBytesPerSecond / 2;
}
