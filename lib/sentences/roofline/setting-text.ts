/** Texts for the evidence, warnings and missing facts of a deployment's roofline setting. */
import { exporterById } from "@/lib/engines";
import { countWithNoun } from "@/lib/format/agreement";
import type { ObservedDevice } from "@/lib/semantic/roofline/plan-devices";

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Returns a sentence that names the devices that an exporter reports. */
export const deviceText = ({
  exporter,
  name,
  count,
}: Pick<ObservedDevice, "exporter" | "name" | "count">): string =>
  `${exporterById(exporter).title} reports ${count} × “${name}”.`;

/** Sentences about how the accelerator of a deployment was determined. */
export const acceleratorText = {
  otherDevices: (devices: readonly ObservedDevice[]) =>
    `The deployment also has other accelerators: ${devices.map(deviceText).join(" ")}`,
  noExporter: "The GPU model is unknown, because no GPU exporter is joined to this deployment.",
  severalMatches: (device: ObservedDevice, matches: number) =>
    `${deviceText(device)} ${matches} accelerators have this name.`,
  migInstance: (device: ObservedDevice) =>
    `${deviceText(device)} It is a MIG instance, and its fraction of the peak is unknown.`,
  noMatch: (device: ObservedDevice) =>
    `${deviceText(device)} This accelerator is not in the table. Add it under Settings › Hardware.`,
} as const;

/** Sentences about how the number of GPUs and their parallelism were determined. */
export const countText = {
  pipelineAssumed: "No metric reports pipeline parallelism. Most deployments do not use it.",
  reported: (gpus: number) => `The GPU exporters report ${countWithNoun(gpus, "GPU")} for this deployment.`,
  runningEngines: (engines: number, gpusPerEngine: number) =>
    `${countWithNoun(engines, "engine is", "engines are")} running, each on ${countWithNoun(gpusPerEngine, "GPU")}.`,
  unknown: "The number of GPUs is unknown.",
  needsOtherCount: (engines: number, gpusPerEngine: number, gpus: number) =>
    `${countWithNoun(engines, "engine")} with ${countWithNoun(gpusPerEngine, "GPU")} per engine need ${countWithNoun(engines * gpusPerEngine, "GPU")} in total, not ${gpus}.`,
  shared: (gpus: number, engines: number) =>
    `${countWithNoun(engines, "engine runs", "engines run")} on ${countWithNoun(gpus, "accelerator")} in total.`,
  perInstanceUnknown: "The number of GPUs per instance is unknown.",
  indivisible: (gpus: number, engines: number) =>
    `${countWithNoun(gpus, "GPU")} cannot be divided evenly among ${countWithNoun(engines, "engine")}.`,
  indivisibleHeads: (heads: number, gpus: number) =>
    `${countWithNoun(heads, "attention head")} cannot be divided evenly among ${countWithNoun(gpus, "GPU")}.`,
} as const;

/** Sentences about how the model of a deployment was determined. */
export const modelText = {
  servedName: (name: string) => `The served model name is “${name}”.`,
  noMatch: (name: string) =>
    `No model in the table matches “${name}”. Choose a model, or add it from its config.json.`,
  severalMatches: (name: string) => `“${name}” matches several models.`,
  /** Reason of a suggestion. `share`: the fraction of memory that weights and cache use. */
  proposal: (
    match: "name" | "size",
    memory: { readonly share: number; readonly isPossible: boolean } | null,
  ) =>
    memory === null
      ? `matching ${match}`
      : `matching ${match}; weights and the reported cache ${memory.isPossible ? "use" : "would use"} ${percent(memory.share)} of memory`,
} as const;

/** Sentences about how the number formats of a deployment were determined. */
export const formatText = {
  weightsUnknown: "The weight format is unknown until the model is known.",
  smallerThanPublished: (publishedShare: number, fp8Share: number) =>
    `Weights and KV cache would use ${percent(publishedShare)} of memory in the format of the published model, and ${percent(fp8Share)} in FP8.`,
  weightsPublished: "Format of the published model.",
  memoryExceeded: (share: number) =>
    `Weights in this format and the reported cache would use ${percent(share)} of memory.`,
  cacheReported: (format: string) => `The engine reports the cache format ${format}.`,
  cacheUnknown: "The cache format is unknown until the model is known.",
  cacheAuto: "The engine reports the cache format “auto”, which is the model's format.",
  cacheAssumed: "By default, engines store the cache in the model's format.",
} as const;

/** Sentences about how settings of the engine were determined. */
export const engineText = {
  chunkedPrefill: (engine: string) =>
    `By default, ${engine} computes prompts in chunks together with running decodes.`,
  noChunkedPrefill: (engine: string) => `No metric of ${engine} reports chunked prefill.`,
  stepTokenBudget:
    "Maximum number of tokens per step. Without it, each prompt is assumed to fit into one step.",
  maxBatch: "Maximum number of sequences per step.",
  price: "Price of one GPU hour.",
  filePrice: "The configuration file sets the price.",
} as const;
