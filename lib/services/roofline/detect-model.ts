/**
 * Which model a deployment serves: by its served name, else by the size in it. What is to choose from is ordered by whether weights and
 * the cache that the engine tells fit the memory that is there. Nothing is chosen that was not told.
 */
import { storedWeightBytes } from "@/lib/analysis/roofline/bounds/fits";
import { modelsByName } from "@/lib/analysis/roofline/models/find-model";
import type { ModelRow } from "@/lib/analysis/roofline/models/model-row";
import { kvBytesPerToken } from "@/lib/analysis/roofline/step-work/kv-cache";
import { totalParameters } from "@/lib/analysis/roofline/step-work/parameters";
import { withWeights } from "@/lib/analysis/roofline/what-if/change";
import type { NumberPlan, WeightFormat } from "@/lib/model/precision";
import { detectedFact, unknownFact, type Fact, type Proposal } from "./setting-facts";

/** Memory of one instance, and the tokens that its cache holds; null where either is not known. */
export interface InstanceMemory {
  readonly memoryBytes: number | null;
  readonly cacheTokens: number | null;
}

export interface ModelValue {
  readonly id: string;
  readonly title: string;
}

const sizeTolerance = 0.1;
/** Weights and cache take 0.86 to 0.95 of the memory where an engine takes its memory up front; 1 cannot be. */
const maxMemoryShare = 0.97;
const minMemoryShare = 0.75;

export function detectModel(
  servedName: string,
  table: readonly ModelRow[],
  memory: InstanceMemory,
): Fact<ModelValue> {
  const match = modelsByName(servedName, table);
  if (match.kind === "one")
    return detectedFact(valueOfRow(match.model), `Its served name is “${servedName}”.`);
  const named = match.kind === "several" ? match.models : modelsOfSize(servedName, table);
  const why = match.kind === "several" ? "its name fits" : "its size fits the name";
  const proposals = named
    .map((row) => ({ row, share: memoryShare(row, match.kind === "several" ? match.weights : null, memory) }))
    .toSorted((left, right) => unlikeliness(left.share) - unlikeliness(right.share))
    .map(({ row, share }): Proposal<ModelValue> => ({
      value: valueOfRow(row),
      title: row.name,
      why: share === null ? why : `${why}; ${memoryShareText(share)}`,
    }));
  return unknownFact(
    proposals.length === 0
      ? `“${servedName}” names no model of the table. Choose one, or add it from its config.json.`
      : `“${servedName}” does not say which model it is.`,
    proposals,
  );
}

const valueOfRow = ({ id, name }: ModelRow): ModelValue => ({ id, title: name });

/** Billions of parameters that a name tells, as "70b" or "1.5B". */
function modelsOfSize(name: string, table: readonly ModelRow[]): readonly ModelRow[] {
  const sizeText = /(?:^|[^a-z0-9.])(\d+(?:\.\d+)?)b(?:$|[^a-z0-9])/i.exec(name)?.[1];
  if (sizeText === undefined) return [];
  const size = Number(sizeText) * 1e9;
  return table.filter((row) => Math.abs(totalParameters(row) / size - 1) <= sizeTolerance);
}

/** Share of the memory that weights and the cache together take; null where it cannot be told. */
export function memoryShareOf(
  served: { readonly shape: ModelRow; readonly plan: NumberPlan },
  { memoryBytes, cacheTokens }: InstanceMemory,
): number | null {
  if (memoryBytes === null || cacheTokens === null) return null;
  return (
    (storedWeightBytes(served) + cacheTokens * kvBytesPerToken(served.shape, served.plan.kv)) / memoryBytes
  );
}

function memoryShare(row: ModelRow, weights: WeightFormat | null, memory: InstanceMemory): number | null {
  const plan = weights === null ? row.published : withWeights(row.published, weights);
  const share = memoryShareOf({ shape: row, plan }, memory);
  if (share === null || share <= maxMemoryShare) return share;
  // Served in half the bits, as large models often are.
  return memoryShareOf({ shape: row, plan: withWeights(row.published, "fp8") }, memory);
}

export const isPlausible = (share: number): boolean => share >= minMemoryShare && share <= maxMemoryShare;

function unlikeliness(share: number | null): number {
  if (share === null) return 0;
  return isPlausible(share) ? 0 : Math.abs(Math.log(share / ((minMemoryShare + maxMemoryShare) / 2)));
}

function memoryShareText(share: number): string {
  const percent = `${Math.round(share * 100)} %`;
  if (share > maxMemoryShare)
    return `its weights and the cache that is told would take ${percent} of the memory`;
  return `its weights and the cache that is told take ${percent} of the memory`;
}
