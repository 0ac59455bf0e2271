/**
 * Which wrong input would explain what does not fit. Each hypothesis says by what factor bytes and FLOPs would be off if it were true;
 * those whose factors lie nearest to what is seen come first.
 */
import { roofOf, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Work } from "@/lib/analysis/roofline/step-work/step-work";
import type { Accelerator } from "@/lib/model/accelerator";
import {
  kvFormats,
  weightFormats,
  type KvFormat,
  type NumberPlan,
  type WeightFormat,
} from "@/lib/model/precision";
import { acceleratorsOf, type Setting } from "./setting";

export type Suspect =
  | { readonly kind: "accelerator"; readonly id: string; readonly name: string }
  | { readonly kind: "weight-format"; readonly format: WeightFormat }
  | { readonly kind: "kv-format"; readonly format: KvFormat }
  /** How many accelerators share the work: replicas, tensor or pipeline parallel. */
  | { readonly kind: "accelerator-count"; readonly count: number }
  /** The peak given is one with sparsity. */
  | { readonly kind: "sparse-peak" }
  /** Memory delivers less than its bandwidth although the bus is busy. */
  | { readonly kind: "slow-memory" }
  /** Something else uses the accelerator. */
  | { readonly kind: "other-work" }
  /** Less is read than counted: shared prefixes, or experts that many tokens agree on. */
  | { readonly kind: "shared-reads" }
  | { readonly kind: "architecture" };

/** If the suspect were the cause, hardware over counters would be off by these factors. */
export interface Hypothesis {
  readonly suspect: Suspect;
  readonly bytesFactor: number;
  readonly flopsFactor: number;
}

const likelyWeights: readonly WeightFormat[] = ["bf16", "fp8", "int4-g128", "fp32"];
const likelyKv: readonly KvFormat[] = ["bf16", "fp8"];
const likelyCounts = [1 / 8, 1 / 4, 1 / 2, 2, 4, 8] as const;

/** `devices`: what the exporter's device name stands for; empty where it is not known. */
export function hypotheses(
  setting: Setting,
  {
    roof,
    work,
    devices,
  }: { readonly roof: Roof; readonly work: Work; readonly devices: readonly Accelerator[] },
): readonly Hypothesis[] {
  return [
    ...otherAccelerators(setting, roof, devices),
    ...otherWeights(setting.served.plan, work),
    ...otherCaches(setting.served.plan, work),
    ...otherCounts(acceleratorsOf(setting)),
    { suspect: { kind: "sparse-peak" }, bytesFactor: 1, flopsFactor: 2 },
  ];
}

function otherCounts(told: number): readonly Hypothesis[] {
  return likelyCounts
    .filter((factor) => Number.isInteger(told * factor))
    .map((factor) => ({
      suspect: { kind: "accelerator-count", count: told * factor },
      bytesFactor: 1 / factor,
      flopsFactor: 1 / factor,
    }));
}

function otherAccelerators(
  { accelerator, served }: Setting,
  roof: Roof,
  devices: readonly Accelerator[],
): readonly Hypothesis[] {
  if (devices.some(({ id }) => id === accelerator.id)) return [];
  return devices.flatMap((other) => {
    const otherRoof = roofOf(other, served.plan.compute);
    if (otherRoof === null) return [];
    return [
      {
        suspect: { kind: "accelerator", id: other.id, name: other.name },
        bytesFactor: roof.bytesPerSecond / otherRoof.bytesPerSecond,
        flopsFactor: roof.flopsPerSecond / otherRoof.flopsPerSecond,
      },
    ];
  });
}

function otherWeights(plan: NumberPlan, { weightBytes, bytes }: Work): readonly Hypothesis[] {
  const told = weightFormats[plan.experts ?? plan.linear];
  return likelyWeights
    .filter((format) => Math.abs(weightFormats[format] / told - 1) > 0.1)
    .map((format) => ({
      suspect: { kind: "weight-format", format },
      bytesFactor: (bytes - weightBytes + (weightBytes * weightFormats[format]) / told) / bytes,
      flopsFactor: 1,
    }));
}

function otherCaches(plan: NumberPlan, { kvBytes, bytes }: Work): readonly Hypothesis[] {
  const told = kvFormats[plan.kv];
  return likelyKv
    .filter((format) => kvFormats[format] !== told)
    .map((format) => ({
      suspect: { kind: "kv-format", format },
      bytesFactor: (bytes - kvBytes + (kvBytes * kvFormats[format]) / told) / bytes,
      flopsFactor: 1,
    }));
}
