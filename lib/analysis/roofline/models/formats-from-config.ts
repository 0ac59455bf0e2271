/**
 * Reads the number formats from a configuration. An unknown quantisation is reported instead of guessed: a wrong
 * guess would move every point by its factor.
 */
import type { Architecture } from "@/lib/model/roofline/architecture";
import type { HfConfig, HfQuantisation } from "@/lib/model/roofline/hf-config-schema";
import type { ComputePrecision, NumberFormats, WeightFormat } from "@/lib/model/roofline/precision";

/** Number formats as a config.json describes them. */
export interface ConfiguredFormats {
  readonly formats: NumberFormats;
  /** Assumptions, one sentence each. */
  readonly remarks: readonly string[];
}

type StoredFloat = "fp16" | "bf16" | "fp32";

interface QuantisedFormat {
  readonly format: WeightFormat;
  /** Format of the multiplication. Absent if activations are not quantised, so that their format is used. */
  readonly compute?: ComputePrecision;
  readonly remark?: string;
}

/** Reads the number formats from a config.json's data type and quantisation. */
export function formatsFromConfig(config: HfConfig, shape: Architecture): ConfiguredFormats {
  const dtype =
    config.torch_dtype ?? config.dtype ?? config.text_config?.torch_dtype ?? config.text_config?.dtype;
  const known = { float16: "fp16", bfloat16: "bf16", float32: "fp32" }[dtype ?? ""] as
    | StoredFloat
    | undefined;
  const rest: StoredFloat = known ?? "bf16";
  const missingDtype = known === undefined ? ["The weight type is not specified: BF16 is assumed."] : [];
  // Engines run 32-bit weights in 16 bits.
  const half = rest === "fp32" ? "bf16" : rest;
  const widened =
    rest === "fp32" ? ["The weights are stored in FP32. Engines load them in 16 bits by default."] : [];
  const plain: NumberFormats = { linear: half, rest: half, kv: half, compute: half };
  const remarks = [...missingDtype, ...widened];
  const quantisation = config.quantization_config;
  if (!quantisation) return { formats: plain, remarks };
  const found = quantisedFormat(quantisation);
  if (found === null)
    return {
      formats: plain,
      remarks: [
        ...remarks,
        `Unknown quantisation “${quantisation.quant_method ?? "without a name"}”: choose the weight format manually.`,
      ],
    };
  const kv: NumberFormats["kv"] = quantisation.kv_cache_scheme?.num_bits === 8 ? "fp8" : half;
  const allRemarks = found.remark === undefined ? remarks : [...remarks, found.remark];
  const compute = found.compute ?? half;
  // MXFP4 checkpoints quantise the experts only.
  const onlyExperts = found.format === "mxfp4" && shape.experts !== undefined;
  const formats = onlyExperts
    ? { ...plain, experts: found.format, kv, compute }
    : { ...plain, linear: found.format, kv, compute };
  return { formats, remarks: allRemarks };
}

function quantisedFormat(config: HfQuantisation): QuantisedFormat | null {
  const { quant_method: method, bits, group_size: group } = config;
  switch (method) {
    case "fp8":
    case "fbgemm_fp8":
      return { format: config.weight_block_size ? "fp8-blocks" : "fp8", compute: "fp8" };
    case "mxfp4":
      return { format: "mxfp4" };
    case "awq":
    case "gptq":
      return findIntegerFormat(bits ?? 4, group ?? 128);
    case "bitsandbytes":
      return bitsAndBytes(config);
    case "modelopt":
      return modelOpt(config.quant_algo ?? "");
    case "compressed-tensors":
      return findCompressedTensorsFormat(config);
    default:
      return null;
  }
}

function findIntegerFormat(bits: number, group: number): QuantisedFormat | null {
  if (bits === 8) return { format: "int8" };
  if (bits !== 4) return null;
  if (group === 32) return { format: "int4-g32" };
  return group === 128
    ? { format: "int4-g128" }
    : { format: "int4-g128", remark: `Groups of ${group} weights are counted as groups of 128.` };
}

function bitsAndBytes(config: HfQuantisation): QuantisedFormat | null {
  if (config.load_in_8bit === true) return { format: "int8" };
  if (config.load_in_4bit !== true) return null;
  return {
    format: "nvfp4",
    remark: "NF4 is counted like NVFP4: half a byte per weight and a scale per small group.",
  };
}

function modelOpt(algorithm: string): QuantisedFormat | null {
  if (algorithm === "FP8") return { format: "fp8", compute: "fp8" };
  return algorithm === "NVFP4" ? { format: "nvfp4", compute: "fp4" } : null;
}

/** Returns the first group's format; groups rarely differ. */
function findCompressedTensorsFormat({ config_groups: groups }: HfQuantisation): QuantisedFormat | null {
  const [first, ...otherGroups] = Object.values(groups ?? {});
  if (!first?.weights) return null;
  const { num_bits: bits, type, group_size: group } = first.weights;
  const hasActivations = first.input_activations !== null && first.input_activations !== undefined;
  const format = type === "float" ? findFloatFormat(bits ?? 0) : findIntegerFormat(bits ?? 0, group ?? 128);
  if (format === null) return null;
  const compute = hasActivations && bits === 8 ? (type === "float" ? "fp8" : "int8") : undefined;
  return {
    ...format,
    ...(compute === undefined ? {} : { compute }),
    ...(otherGroups.length === 0
      ? {}
      : { remark: "Parts use different quantisations: the format of the first group is used." }),
  };
}

function findFloatFormat(bits: number): QuantisedFormat | null {
  if (bits === 8) return { format: "fp8" };
  return bits === 4 ? { format: "nvfp4" } : null;
}
