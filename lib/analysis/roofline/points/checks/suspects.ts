/**
 * Possible incorrect inputs. Each is the setting with one input corrected, so that the same arithmetic predicts the
 * measurements. Observed facts are never corrected: the device's name and the number of accelerators and instances.
 */
import { allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { withWeightFormat } from "@/lib/analysis/roofline/what-if/change";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import {
  bytesPerKvElement,
  bytesPerWeight,
  type KvFormat,
  type WeightFormat,
} from "@/lib/model/roofline/precision";
import type { CounterSample } from "@/lib/analysis/roofline/points/counter-sample";
import type { PoolSample } from "@/lib/analysis/roofline/points/pool-estimates";
import { countAccelerators, type PoolSetting } from "@/lib/analysis/roofline/points/setting";

/** A possible cause of wrong estimates: an input with its corrected value, or a property of the machine. */
export type Suspect =
  | { readonly kind: "accelerator"; readonly id: string; readonly name: string }
  | { readonly kind: "weight-format"; readonly format: WeightFormat }
  | { readonly kind: "kv-format"; readonly format: KvFormat }
  /** The number of accelerators that all instances use together is different: `count`. */
  | { readonly kind: "accelerator-count"; readonly count: number }
  /** The number of accelerators per instance is different: `count`. */
  | { readonly kind: "tensor-parallel"; readonly count: number }
  /** A step can compute more tokens than configured. */
  | { readonly kind: "step-limit" }
  /** The configured peak includes sparsity. */
  | { readonly kind: "sparse-peak" }
  /** Memory delivers less than its bandwidth although the bus is busy. */
  | { readonly kind: "slow-memory" }
  /** Other work uses the accelerator. */
  | { readonly kind: "other-work" }
  /** Fewer bytes are read than counted, because prefixes are shared, or many tokens are routed to the same experts. */
  | { readonly kind: "shared-reads" }
  | { readonly kind: "architecture" };

/** Pool setting in which the suspected inputs are corrected. */
export interface Correction {
  readonly suspects: readonly Suspect[];
  readonly setting: PoolSetting;
  /** Counter inputs that the correction changes. */
  readonly counters?: Pick<CounterSample, "stepTokenBudget">;
}

/** Engines load 32-bit weights as 16-bit, so a larger model at half the bits is more likely than FP32. */
const likelyWeights: readonly WeightFormat[] = ["bf16", "fp8", "int4-g128"];
const likelyKv: readonly KvFormat[] = ["bf16", "fp8"];
const usualLimits = [2_048, 8_192, 16_384] as const;
const likelyFactors = [1 / 8, 1 / 4, 1 / 2, 2, 4, 8] as const;

/**
 * Returns the settings whose device, number of accelerators and number of instances match the observed values. If the
 * given setting matches, only this setting is returned.
 */
export function settingsFromObservations(setting: PoolSetting, sample: PoolSample): readonly Correction[] {
  return withObservedCounts({ suspects: [], setting }, sample).flatMap((one) =>
    withObservedDevice(one, sample),
  );
}

function withObservedDevice(correction: Correction, { devices }: PoolSample): readonly Correction[] {
  const { setting, suspects } = correction;
  if (devices.length === 0 || devices.some(({ id }) => id === setting.accelerator.id)) return [correction];
  return devices.map((other) => ({
    suspects: [deviceSuspect(other), ...suspects],
    setting: { ...setting, accelerator: other },
  }));
}

const deviceSuspect = ({ id, name }: Accelerator): Suspect => ({ kind: "accelerator", id, name });

/**
 * Returns settings with the observed number of accelerators and instances. If only the number of accelerators is
 * known, both ways to divide them are returned.
 */
function withObservedCounts(
  correction: Correction,
  { observedMachines: observed }: PoolSample,
): readonly Correction[] {
  const { setting } = correction;
  const { tensor, pipeline } = setting.parallelism;
  const { acceleratorCount: accelerators = countAccelerators(setting), instanceCount: engines } =
    observed ?? {};
  if (accelerators === countAccelerators(setting) && (engines ?? setting.replicas) === setting.replicas)
    return [correction];
  const splits =
    engines === undefined
      ? [
          { each: accelerators / setting.replicas / pipeline, replicas: setting.replicas },
          { each: tensor, replicas: accelerators / tensor / pipeline },
        ]
      : [{ each: accelerators / engines / pipeline, replicas: engines }];
  const found = splits
    .filter(({ each, replicas }) => isCount(each) && isCount(replicas))
    .map(({ each, replicas }): Correction => {
      const isShared = each !== tensor;
      return {
        suspects: [
          ...(isShared ? [{ kind: "tensor-parallel", count: each } as const] : []),
          ...(countAccelerators(setting) === accelerators
            ? []
            : [{ kind: "accelerator-count", count: accelerators } as const]),
        ],
        setting: { ...setting, parallelism: { tensor: each, pipeline }, replicas },
      };
    });
  return found.length > 0 ? found : [correction];
}

const isCount = (value: number): boolean => Number.isInteger(value) && value > 0;

/** Returns the settings in which one more input, which no exporter reports, is corrected. */
export function correctedSettings(
  { suspects, setting }: Correction,
  sample: PoolSample,
  table: readonly Accelerator[] = allAccelerators,
): readonly Correction[] {
  return [
    ...otherWeights(setting),
    ...settingsWithOtherKvFormat(setting),
    ...otherCounts(setting, sample),
    ...otherAccelerators(setting, sample, table),
    ...densePeak(setting),
    ...moreInOneStep(setting, sample),
  ].map((one) => ({ ...one, suspects: [...suspects, ...one.suspects] }));
}

function otherWeights(setting: PoolSetting): readonly Correction[] {
  const { shape, formats } = setting.servedModel;
  const configuredBytes = bytesPerWeight[formats.experts ?? formats.linear];
  return likelyWeights
    .filter((format) => Math.abs(bytesPerWeight[format] / configuredBytes - 1) > 0.1)
    .map((format) => ({
      suspects: [{ kind: "weight-format", format }],
      setting: { ...setting, servedModel: { shape, formats: withWeightFormat(formats, format) } },
    }));
}

/** Returns the setting once for each other KV cache format. */
export function settingsWithOtherKvFormat(setting: PoolSetting): readonly Correction[] {
  const { shape, formats } = setting.servedModel;
  return likelyKv
    .filter((format) => bytesPerKvElement[format] !== bytesPerKvElement[formats.kv])
    .map((format) => ({
      suspects: [{ kind: "kv-format", format }],
      setting: { ...setting, servedModel: { shape, formats: { ...formats, kv: format } } },
    }));
}

/** Returns other numbers of accelerators and instances if neither exporter nor engine reports them. */
function otherCounts(
  setting: PoolSetting,
  { observedMachines: observed }: PoolSample,
): readonly Correction[] {
  const { parallelism, replicas } = setting;
  const { heads } = setting.servedModel.shape.attention;
  const isKnown = observed?.acceleratorCount !== undefined;
  const tensors = likelyFactors
    .map((factor) => parallelism.tensor * factor)
    .filter((count) => !isKnown && isCount(count) && heads % count === 0)
    .map((count): Correction => ({
      suspects: [{ kind: "tensor-parallel", count }],
      setting: { ...setting, parallelism: { ...parallelism, tensor: count } },
    }));
  const instances = likelyFactors
    .map((factor) => replicas * factor)
    .filter((count) => !isKnown && observed?.instanceCount === undefined && isCount(count))
    .map((count): Correction => {
      const changed = { ...setting, replicas: count };
      return {
        suspects: [{ kind: "accelerator-count", count: countAccelerators(changed) }],
        setting: changed,
      };
    });
  return [...tensors, ...instances];
}

/** Returns other accelerators of the same vendor if no exporter reports the device name. */
function otherAccelerators(
  setting: PoolSetting,
  { devices }: PoolSample,
  table: readonly Accelerator[],
): readonly Correction[] {
  if (devices.length > 0) return [];
  const { id, vendor } = setting.accelerator;
  return table
    .filter((row) => row.id !== id && row.vendor === vendor)
    .map((row) => ({ suspects: [deviceSuspect(row)], setting: { ...setting, accelerator: row } }));
}

/**
 * Returns larger step limits. A configured limit that is too small splits prompts into too many steps, each of which
 * reads the weights.
 */
function moreInOneStep(setting: PoolSetting, { counters }: PoolSample): readonly Correction[] {
  const { stepTokenBudget: configuredBudget } = counters;
  if (configuredBudget === undefined || !setting.usesChunkedPrefill) return [];
  return usualLimits
    .filter((limit) => limit > configuredBudget)
    .map((stepTokenBudget) => ({
      suspects: [{ kind: "step-limit" }],
      setting,
      counters: { stepTokenBudget },
    }));
}

/** Halves a peak with sparsity, because a dense model reaches half of it. */
function densePeak(setting: PoolSetting): readonly Correction[] {
  const { accelerator } = setting;
  const peaks = Object.entries(accelerator.peakFlopsPerSecond).map(([precision, peak]) => [
    precision,
    peak / 2,
  ]);
  return [
    {
      suspects: [{ kind: "sparse-peak" }],
      setting: {
        ...setting,
        accelerator: { ...accelerator, peakFlopsPerSecond: Object.fromEntries(peaks) },
      },
    },
  ];
}
