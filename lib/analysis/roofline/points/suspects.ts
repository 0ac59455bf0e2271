/**
 * Which wrong inputs there may be: each is the setting with one thing put right, so that the same arithmetic says what would then be
 * seen. Nothing is put right that is seen to be right: neither the device's name nor the number of accelerators and instances.
 */
import { allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { withWeights } from "@/lib/analysis/roofline/what-if/change";
import type { Accelerator } from "@/lib/model/accelerator";
import { kvFormats, weightFormats, type KvFormat, type WeightFormat } from "@/lib/model/precision";
import type { CounterSample } from "./counter-sample";
import type { PoolSample } from "./pool-estimates";
import { acceleratorsOf, type Setting } from "./setting";

export type Suspect =
  | { readonly kind: "accelerator"; readonly id: string; readonly name: string }
  | { readonly kind: "weight-format"; readonly format: WeightFormat }
  | { readonly kind: "kv-format"; readonly format: KvFormat }
  /** How many accelerators share the work of all instances. */
  | { readonly kind: "accelerator-count"; readonly count: number }
  /** How many of them share the work of one. */
  | { readonly kind: "tensor-parallel"; readonly count: number }
  /** More tokens go into a step than are set. */
  | { readonly kind: "step-limit" }
  /** The peak given is one with sparsity. */
  | { readonly kind: "sparse-peak" }
  /** Memory delivers less than its bandwidth although the bus is busy. */
  | { readonly kind: "slow-memory" }
  /** Something else uses the accelerator. */
  | { readonly kind: "other-work" }
  /** Less is read than counted: shared prefixes, or experts that many tokens agree on. */
  | { readonly kind: "shared-reads" }
  | { readonly kind: "architecture" };

/** A setting in which the suspects are put right. */
export interface Correction {
  readonly suspects: readonly Suspect[];
  readonly setting: Setting;
  /** What was set of them beside. */
  readonly counters?: Pick<CounterSample, "stepTokenBudget">;
}

/** Engines load what is stored in 32 bits in 16: a larger model in half the bits is likelier than one of FP32. */
const likelyWeights: readonly WeightFormat[] = ["bf16", "fp8", "int4-g128"];
const likelyKv: readonly KvFormat[] = ["bf16", "fp8"];
const usualLimits = [2_048, 8_192, 16_384] as const;
const likelyFactors = [1 / 8, 1 / 4, 1 / 2, 2, 4, 8] as const;

/** The setting as machines are seen: itself alone where they are as it says. */
export function observedSettings(setting: Setting, sample: PoolSample): readonly Correction[] {
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

/** With as many accelerators and instances as are seen; both ways to share them out where only their number is known. */
function withObservedCounts(correction: Correction, { observed }: PoolSample): readonly Correction[] {
  const { setting } = correction;
  const { tensor, pipeline } = setting.parallel;
  const { accelerators = acceleratorsOf(setting), engines } = observed ?? {};
  if (accelerators === acceleratorsOf(setting) && (engines ?? setting.replicas) === setting.replicas)
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
          ...(acceleratorsOf(setting) === accelerators
            ? []
            : [{ kind: "accelerator-count", count: accelerators } as const]),
        ],
        setting: { ...setting, parallel: { tensor: each, pipeline }, replicas },
      };
    });
  return found.length > 0 ? found : [correction];
}

const isCount = (value: number): boolean => Number.isInteger(value) && value > 0;

/** The setting with one more thing put right, of what nobody sees. */
export function corrections(
  { suspects, setting }: Correction,
  sample: PoolSample,
  table: readonly Accelerator[] = allAccelerators,
): readonly Correction[] {
  return [
    ...otherWeights(setting),
    ...otherCaches(setting),
    ...otherCounts(setting, sample),
    ...otherAccelerators(setting, sample, table),
    ...densePeak(setting),
    ...moreInOneStep(setting, sample),
  ].map((one) => ({ ...one, suspects: [...suspects, ...one.suspects] }));
}

function otherWeights(setting: Setting): readonly Correction[] {
  const { shape, plan } = setting.served;
  const configuredBytes = weightFormats[plan.experts ?? plan.linear];
  return likelyWeights
    .filter((format) => Math.abs(weightFormats[format] / configuredBytes - 1) > 0.1)
    .map((format) => ({
      suspects: [{ kind: "weight-format", format }],
      setting: { ...setting, served: { shape, plan: withWeights(plan, format) } },
    }));
}

/** The setting with its cache in another format. */
export function otherCaches(setting: Setting): readonly Correction[] {
  const { shape, plan } = setting.served;
  return likelyKv
    .filter((format) => kvFormats[format] !== kvFormats[plan.kv])
    .map((format) => ({
      suspects: [{ kind: "kv-format", format }],
      setting: { ...setting, served: { shape, plan: { ...plan, kv: format } } },
    }));
}

/** Where neither exporter nor engine says how many there are. */
function otherCounts(setting: Setting, { observed }: PoolSample): readonly Correction[] {
  const { parallel, replicas } = setting;
  const { heads } = setting.served.shape.attention;
  const isKnown = observed?.accelerators !== undefined;
  const tensors = likelyFactors
    .map((factor) => parallel.tensor * factor)
    .filter((count) => !isKnown && isCount(count) && heads % count === 0)
    .map((count): Correction => ({
      suspects: [{ kind: "tensor-parallel", count }],
      setting: { ...setting, parallel: { ...parallel, tensor: count } },
    }));
  const instances = likelyFactors
    .map((factor) => replicas * factor)
    .filter((count) => !isKnown && observed?.engines === undefined && isCount(count))
    .map((count): Correction => {
      const changed = { ...setting, replicas: count };
      return {
        suspects: [{ kind: "accelerator-count", count: acceleratorsOf(changed) }],
        setting: changed,
      };
    });
  return [...tensors, ...instances];
}

/** Of the same vendor, where no exporter names the device. */
function otherAccelerators(
  setting: Setting,
  { devices }: PoolSample,
  table: readonly Accelerator[],
): readonly Correction[] {
  if (devices.length > 0) return [];
  const { id, vendor } = setting.accelerator;
  return table
    .filter((row) => row.id !== id && row.vendor === vendor)
    .map((row) => ({ suspects: [deviceSuspect(row)], setting: { ...setting, accelerator: row } }));
}

/** A limit that is told too small cuts prompts into steps that are not there, each of which reads the weights. */
function moreInOneStep(setting: Setting, { counters }: PoolSample): readonly Correction[] {
  const { stepTokenBudget: configuredBudget } = counters;
  if (configuredBudget === undefined || !setting.isChunked) return [];
  return usualLimits
    .filter((limit) => limit > configuredBudget)
    .map((stepTokenBudget) => ({
      suspects: [{ kind: "step-limit" }],
      setting,
      counters: { stepTokenBudget },
    }));
}

/** Of what a peak with sparsity says, a dense model reaches half. */
function densePeak(setting: Setting): readonly Correction[] {
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
