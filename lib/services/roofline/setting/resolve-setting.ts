/**
 * Resolves the facts of a deployment's setting with their origin. Returns the setting for the analysis once all
 * required facts are known.
 */
import type { PoolSetting } from "@/lib/analysis/roofline/points/setting";
import type { RooflineSetting } from "@/lib/contracts/roofline/roofline-setting";
import type { Engine } from "@/lib/engines/definitions/engine";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { ChoiceName, GpuHourPrice } from "@/lib/model/roofline/roofline-choice";
import type { ObservedHardwareFacts } from "@/lib/semantic/roofline/plan-facts";
import { listSuggestedAccelerators, type Catalogue } from "@/lib/services/roofline/tables/catalogue";
import { pickArchitecture } from "@/lib/services/roofline/tables/describe-rows";
import { countText, engineText } from "@/lib/sentences/roofline/setting-text";
import { detectAccelerator, detectCounts } from "./detect-accelerator";
import { detectModel, type ModelValue } from "./detect-model";
import { detectKvFormat, resolveFormats, detectWeightFormat } from "./detect-formats";
import {
  createAssumedFact,
  createChosenFact,
  createDetectedFact,
  createUnknownOptionalFact,
  findKnownValue,
  type OperatorChoices,
  type SettingFact,
} from "./setting-facts";

/** Facts from which the roofline setting of a deployment is detected. */
export interface SettingEvidence {
  readonly servedModelName: string;
  readonly engine: Pick<Engine, "title" | "usesChunkedPrefill">;
  readonly hardwareFacts: ObservedHardwareFacts;
  /** Price of a GPU hour from the configuration file; null without one. */
  readonly filePrice: GpuHourPrice | null;
}

/**
 * Roofline setting of a deployment, with the origin of each value, and in the form that the analysis needs.
 */
export interface ResolvedSetting {
  readonly rooflineSetting: RooflineSetting;
  /** Setting that all pools share; each pool adds its role and its replicas. Null while a fact is missing. */
  readonly sharedPoolSetting: Omit<PoolSetting, "role"> | null;
  readonly accelerator: Accelerator | null;
}

const requiredFacts = ["model", "accelerator", "acceleratorCount", "tensorParallel"] as const;

/**
 * Determines the roofline setting of a deployment: choices of people first, then detected values, then
 * assumptions.
 */
export function resolveSetting(
  choice: OperatorChoices & { readonly version: number },
  evidence: SettingEvidence,
  catalogue: Catalogue,
): ResolvedSetting {
  const known = [
    ...listSuggestedAccelerators(catalogue),
    ...catalogue.accelerators.filter(({ id }) => id === choice.chosen.accelerator),
  ];
  const accelerator = detectAccelerator(choice, evidence.hardwareFacts, known);
  const acceleratorRow = rowOf(catalogue.accelerators, findKnownValue(accelerator)?.id);
  const counts = detectCounts(choice, evidence.hardwareFacts);
  const memory = instanceMemory(acceleratorRow, counts, evidence.hardwareFacts);
  const model = modelFact(choice, evidence, { catalogue, memory });
  const modelRow = rowOf(catalogue.models, findKnownValue(model)?.id);
  const cacheFormat = evidence.hardwareFacts.kvCache?.numberFormat ?? null;
  const numbers = { model: modelRow, servedName: evidence.servedModelName, memory, cacheFormat };
  const [weights, kv] = [detectWeightFormat(choice, numbers), detectKvFormat(choice, numbers)];
  const formats = resolveFormats(modelRow, weights, kv);
  const isChunked = chunkedFact(choice, evidence.engine);
  const tensorParallel = withHeadWarning(counts.tensorParallel, modelRow);
  const facts = { model, weights, kv, accelerator, ...counts, tensorParallel };
  const missing = requiredFacts.filter((name) => facts[name].state === "unknown");
  const tensor = findKnownValue(counts.tensorParallel);
  const rooflineSetting = {
    version: choice.version,
    ...facts,
    isChunked,
    ...otherFacts(choice, evidence),
    missing: missing.length === 0 && counts.replicas === null ? ["tensorParallel" as const] : missing,
    resolved: {
      architecture: modelRow === null ? null : pickArchitecture(modelRow),
      plan: formats,
      accelerator: acceleratorRow,
      modelSource: modelRow?.source ?? null,
      modelConfidence: modelRow?.confidence ?? null,
      computePrecision: formats?.compute ?? null,
    },
  };
  return {
    // The contract's inferred types have mutable arrays. The value is only serialised, so the cast is safe.
    rooflineSetting: rooflineSetting as unknown as RooflineSetting,
    accelerator: acceleratorRow,
    sharedPoolSetting:
      modelRow === null ||
      formats === null ||
      acceleratorRow === null ||
      tensor === null ||
      counts.replicas === null
        ? null
        : {
            servedModel: { shape: modelRow, formats },
            accelerator: acceleratorRow,
            parallelism: { tensor, pipeline: findKnownValue(counts.pipelineParallel) ?? 1 },
            replicas: counts.replicas,
            usesChunkedPrefill: findKnownValue(isChunked) ?? false,
          },
  };
}

function rowOf<T extends { readonly id: string }>(rows: readonly T[], id: string | undefined): T | null {
  return rows.find((row) => row.id === id) ?? null;
}

/** Adds a warning when attention heads cannot be divided evenly among accelerators, which engines require. */
function withHeadWarning(
  fact: SettingFact<number>,
  model: Catalogue["models"][number] | null,
): SettingFact<number> {
  const heads = model?.attention.heads;
  if (fact.state === "unknown" || heads === undefined || heads % fact.value === 0) return fact;
  return { ...fact, warnings: [...fact.warnings, countText.indivisibleHeads(heads, fact.value)] };
}

function modelFact(
  { chosen, chosenSince }: OperatorChoices,
  { servedModelName }: SettingEvidence,
  {
    catalogue,
    memory,
  }: { readonly catalogue: Catalogue; readonly memory: Parameters<typeof detectModel>[2] },
): SettingFact<ModelValue> {
  const row = rowOf(catalogue.models, chosen.model);
  if (row !== null) return createChosenFact({ id: row.id, title: row.name }, chosenSince.model);
  const table = catalogue.models.filter(({ id }) => !catalogue.retiredIds.has(id));
  return detectModel(servedModelName, table, memory);
}

function instanceMemory(
  accelerator: Accelerator | null,
  { acceleratorCount, replicas }: ReturnType<typeof detectCounts>,
  { kvCache }: ObservedHardwareFacts,
): Parameters<typeof detectModel>[2] {
  const count = findKnownValue(acceleratorCount);
  const each = count === null || replicas === null ? null : count / replicas;
  return {
    memoryBytes: accelerator === null || each === null ? null : accelerator.memoryBytes * each,
    kvCacheTokens: kvCache?.tokenCapacity ?? null,
  };
}

function chunkedFact(
  { chosen, chosenSince }: OperatorChoices,
  { title, usesChunkedPrefill }: SettingEvidence["engine"],
): SettingFact<boolean> {
  if (chosen.isChunked !== undefined) return createChosenFact(chosen.isChunked, chosenSince.isChunked);
  return usesChunkedPrefill === true
    ? createAssumedFact(true, engineText.chunkedPrefill(title))
    : createAssumedFact(false, engineText.noChunkedPrefill(title));
}

function otherFacts(
  { chosen, chosenSince }: OperatorChoices,
  { filePrice }: SettingEvidence,
): Pick<Record<ChoiceName, SettingFact<unknown>>, "stepTokenBudget" | "maxBatch" | "price"> {
  const fact = (name: "stepTokenBudget" | "maxBatch" | "price", usual: readonly number[]) =>
    chosen[name] === undefined
      ? createUnknownOptionalFact<unknown>(
          engineText[name],
          usual.map((value) => ({ value, title: String(value), why: "usual" })),
        )
      : createChosenFact<unknown>(chosen[name], chosenSince[name]);
  return {
    stepTokenBudget: fact("stepTokenBudget", [2_048, 8_192, 16_384]),
    maxBatch: fact("maxBatch", [64, 128, 256, 512, 1_024]),
    price:
      chosen.price === undefined && filePrice !== null
        ? createDetectedFact(filePrice, engineText.filePrice)
        : fact("price", []),
  };
}
