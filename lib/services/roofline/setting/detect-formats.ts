/**
 * Determines the number formats of weights and KV cache: chosen values, then the served name or the engine, then the
 * published model.
 */
import { weightFormatInName } from "@/lib/analysis/roofline/models/find-model";
import type { ModelRow } from "@/lib/analysis/roofline/models/model-row";
import { withWeightFormat } from "@/lib/analysis/roofline/what-if/change";
import type { KvFormat, NumberFormats, WeightFormat } from "@/lib/model/roofline/precision";
import { formatText, modelText } from "@/lib/sentences/roofline/setting-text";
import { isPlausibleMemoryShare, estimateMemoryShare, type InstanceMemory } from "./detect-model";
import {
  createAssumedFact,
  createChosenFact,
  createDetectedFact,
  createUnknownFact,
  findKnownValue,
  type OperatorChoices,
  type SettingFact,
} from "./setting-facts";

interface NumberEvidence {
  readonly model: ModelRow | null;
  readonly servedName: string;
  readonly memory: InstanceMemory;
  /** Cache format as the engine reports it. */
  readonly cacheFormat: string | null;
}

/**
 * Determines the format of the weights: chosen, contained in the served model name, or assumed from the
 * published weights and the memory size.
 */
export function detectWeightFormat(
  { chosen, chosenSince }: OperatorChoices,
  evidence: NumberEvidence,
): SettingFact<WeightFormat> {
  const { model, servedName } = evidence;
  if (chosen.weights !== undefined)
    return createChosenFact(chosen.weights, chosenSince.weights, memoryWarnings(chosen.weights, evidence));
  const named = weightFormatInName(servedName);
  if (named !== null)
    return createDetectedFact(named, modelText.servedName(servedName), memoryWarnings(named, evidence));
  if (model === null) return createUnknownFact(formatText.weightsUnknown);
  const { linear } = model.publishedFormats;
  const [share, half] = [shareWith(linear, evidence), shareWith("fp8", evidence)];
  if (share !== null && half !== null && share > 1 && isPlausibleMemoryShare(half))
    return createDetectedFact("fp8", formatText.smallerThanPublished(share, half));
  return createAssumedFact(linear, formatText.weightsPublished, memoryWarnings(linear, evidence));
}

/** Determines the format of the KV cache: chosen, reported by the engine, or assumed from the model. */
export function detectKvFormat(
  { chosen, chosenSince }: OperatorChoices,
  evidence: NumberEvidence,
): SettingFact<KvFormat> {
  const { model, cacheFormat } = evidence;
  if (chosen.kv !== undefined) return createChosenFact(chosen.kv, chosenSince.kv);
  if (cacheFormat !== null && /fp8/i.test(cacheFormat))
    return createDetectedFact("fp8", formatText.cacheReported(cacheFormat));
  if (model === null) return createUnknownFact(formatText.cacheUnknown);
  const { kv } = model.publishedFormats;
  return cacheFormat === "auto"
    ? createDetectedFact(kv, formatText.cacheAuto)
    : createAssumedFact(kv, formatText.cacheAssumed);
}

/**
 * Returns all number formats of the model with these formats of weights and KV cache. Null while one of them
 * is unknown.
 */
export function resolveFormats(
  model: ModelRow | null,
  weights: SettingFact<WeightFormat>,
  kv: SettingFact<KvFormat>,
): NumberFormats | null {
  if (model === null) return null;
  const format = findKnownValue(weights) ?? model.publishedFormats.linear;
  const formats =
    format === model.publishedFormats.linear
      ? model.publishedFormats
      : withWeightFormat(model.publishedFormats, format);
  return { ...formats, kv: findKnownValue(kv) ?? formats.kv };
}

function shareWith(format: WeightFormat, { model, memory }: NumberEvidence): number | null {
  if (model === null) return null;
  const { publishedFormats: published } = model;
  const formats = format === published.linear ? published : withWeightFormat(published, format);
  return estimateMemoryShare({ shape: model, formats }, memory);
}

function memoryWarnings(format: WeightFormat, evidence: NumberEvidence): readonly string[] {
  const share = shareWith(format, evidence);
  return share === null || share <= 1 ? [] : [formatText.memoryExceeded(share)];
}
