/** Setting of a pool: model and formats, accelerator, accelerators per instance, and number of instances. */
import { acceleratorCount, type Parallel } from "@/lib/analysis/roofline/step-work/parallel";
import type { Served } from "@/lib/analysis/roofline/step-work/step-work";
import type { Accelerator } from "@/lib/model/roofline/accelerator";

export interface Setting {
  readonly served: Served;
  readonly accelerator: Accelerator;
  readonly parallel: Parallel;
  /** Instances whose rates are summed. */
  readonly replicas: number;
  readonly role: "prefill" | "decode" | "both";
  /** Prompts are computed in chunks, in the same steps as decodes. */
  readonly isChunked: boolean;
}

export function acceleratorsOf({ parallel, replicas }: Setting): number {
  return acceleratorCount(parallel) * replicas;
}

/** Returns the link bandwidth in one direction: half of the vendor's figure. */
export function linkOf({ link }: Accelerator): number | null {
  return link.bidirectionalBytesPerSecond === null ? null : link.bidirectionalBytesPerSecond / 2;
}
