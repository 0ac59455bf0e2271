/**
 * Determines the served model from its name, or lists models of the size in that name. Suggestions are ordered by how
 * well weights and the reported cache fit the memory. A model is never selected without evidence.
 */
import { storedWeightBytes } from "@/lib/analysis/roofline/bounds/memory-fit";
import { matchModels } from "@/lib/analysis/roofline/models/find-model";
import type { ModelRow } from "@/lib/analysis/roofline/models/model-row";
import { kvBytesPerToken } from "@/lib/analysis/roofline/step-work/kv-cache";
import { totalParameters } from "@/lib/analysis/roofline/step-work/parameters";
import { withWeightFormat } from "@/lib/analysis/roofline/what-if/change";
import type { NumberFormats, WeightFormat } from "@/lib/model/roofline/precision";
import { modelText } from "@/lib/sentences/roofline/setting-text";
import {
  createDetectedFact,
  createUnknownFact,
  type SettingFact,
  type SuggestedValue,
} from "./setting-facts";

/** Memory of one instance and the capacity of its KV cache. Null when unknown. */
export interface InstanceMemory {
  readonly memoryBytes: number | null;
  readonly kvCacheTokens: number | null;
}

/** Model of the table, by id and title. */
export interface ModelValue {
  readonly id: string;
  readonly title: string;
}

const sizeTolerance = 0.1;
/**
 * Largest plausible fraction of the memory for weights and cache. Engines that allocate memory at the start use 0.86 to
 * 0.95 of it, and never all of it.
 */
const maxMemoryShare = 0.97;
const minMemoryShare = 0.75;

/**
 * Determines the model from its served name. If several models match, returns proposals sorted by how well
 * they fit the memory.
 */
export function detectModel(
  servedName: string,
  models: readonly ModelRow[],
  instanceMemory: InstanceMemory,
): SettingFact<ModelValue> {
  const match = matchModels(servedName, models);
  if (match.kind === "one")
    return createDetectedFact(valueOfRow(match.model), modelText.servedName(servedName));
  const named = match.kind === "several" ? match.models : modelsOfSize(servedName, models);
  const matched = match.kind === "several" ? "name" : "size";
  const proposals = named
    .map((row) => ({
      row,
      share: memoryShare(row, match.kind === "several" ? match.weights : null, instanceMemory),
    }))
    .toSorted((left, right) => computeUnlikeliness(left.share) - computeUnlikeliness(right.share))
    .map(({ row, share }): SuggestedValue<ModelValue> => ({
      value: valueOfRow(row),
      title: row.name,
      why: modelText.proposal(
        matched,
        share === null ? null : { share, isPossible: share <= maxMemoryShare },
      ),
    }));
  return createUnknownFact(
    proposals.length === 0 ? modelText.noMatch(servedName) : modelText.severalMatches(servedName),
    proposals,
  );
}

const valueOfRow = ({ id, name }: ModelRow): ModelValue => ({ id, title: name });

/** Returns models whose parameter count matches the number of billions in the name, such as "70b" or "1.5B". */
function modelsOfSize(name: string, table: readonly ModelRow[]): readonly ModelRow[] {
  const sizeText = /(?:^|[^a-z0-9.])(\d+(?:\.\d+)?)b(?:$|[^a-z0-9])/i.exec(name)?.[1];
  if (sizeText === undefined) return [];
  const size = Number(sizeText) * 1e9;
  return table.filter((row) => Math.abs(totalParameters(row) / size - 1) <= sizeTolerance);
}

/** Returns the fraction of an instance's memory that weights and KV cache use together. Null when unknown. */
export function estimateMemoryShare(
  servedModel: { readonly shape: ModelRow; readonly formats: NumberFormats },
  { memoryBytes, kvCacheTokens }: InstanceMemory,
): number | null {
  if (memoryBytes === null || kvCacheTokens === null) return null;
  return (
    (storedWeightBytes(servedModel) +
      kvCacheTokens * kvBytesPerToken(servedModel.shape, servedModel.formats.kv)) /
    memoryBytes
  );
}

function memoryShare(row: ModelRow, weights: WeightFormat | null, memory: InstanceMemory): number | null {
  const formats = weights === null ? row.publishedFormats : withWeightFormat(row.publishedFormats, weights);
  const share = estimateMemoryShare({ shape: row, formats }, memory);
  if (share === null || share <= maxMemoryShare) return share;
  // Large models are often served with half the bits.
  return estimateMemoryShare({ shape: row, formats: withWeightFormat(row.publishedFormats, "fp8") }, memory);
}

/** Returns whether a model that uses this fraction of the memory can be the served one. */
export const isPlausibleMemoryShare = (memoryShare: number): boolean =>
  memoryShare >= minMemoryShare && memoryShare <= maxMemoryShare;

function computeUnlikeliness(share: number | null): number {
  if (share === null) return 0;
  return isPlausibleMemoryShare(share)
    ? 0
    : Math.abs(Math.log(share / ((minMemoryShare + maxMemoryShare) / 2)));
}
