/** Setting of a pool: model and formats, accelerator, accelerators per instance, and number of instances. */
import { acceleratorCount, type Parallelism } from "@/lib/analysis/roofline/step-work/parallel";
import type { ServedModel } from "@/lib/analysis/roofline/step-work/step-work";
import type { Accelerator } from "@/lib/model/roofline/accelerator";

/** Model, hardware and role of a pool, as configured or detected. */
export interface PoolSetting {
  readonly servedModel: ServedModel;
  readonly accelerator: Accelerator;
  readonly parallelism: Parallelism;
  /** Instances whose rates are summed. */
  readonly replicas: number;
  readonly role: "prefill" | "decode" | "both";
  /** True if prompts are computed in chunks, in the same steps as decodes. */
  readonly usesChunkedPrefill: boolean;
}

/** Returns the number of accelerators of all instances. */
export function countAccelerators({ parallelism, replicas }: PoolSetting): number {
  return acceleratorCount(parallelism) * replicas;
}

/**
 * Returns the bandwidth of the accelerator's link in one direction: half of the vendor's figure; null if
 * unknown.
 */
export function linkBytesPerSecondPerDirection({ link }: Accelerator): number | null {
  return link.bidirectionalBytesPerSecond === null ? null : link.bidirectionalBytesPerSecond / 2;
}
