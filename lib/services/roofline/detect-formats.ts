/** In what formats weights and cache are stored: as chosen, as told by name or engine, else as the model is published. */
import { weightsOfName } from "@/lib/analysis/roofline/models/find-model";
import type { ModelRow } from "@/lib/analysis/roofline/models/model-row";
import { withWeights } from "@/lib/analysis/roofline/what-if/change";
import type { KvFormat, NumberPlan, WeightFormat } from "@/lib/model/precision";
import { isPlausible, memoryShareOf, type InstanceMemory } from "./detect-model";
import {
  assumedFact,
  chosenFact,
  detectedFact,
  unknownFact,
  valueOf,
  type Chosen,
  type Fact,
} from "./setting-facts";

interface NumberEvidence {
  readonly model: ModelRow | null;
  readonly servedName: string;
  readonly memory: InstanceMemory;
  /** As the engine writes the cache's format. */
  readonly cacheFormat: string | null;
}

export function weightsFact({ chosen, since }: Chosen, evidence: NumberEvidence): Fact<WeightFormat> {
  const { model, servedName } = evidence;
  if (chosen.weights !== undefined)
    return chosenFact(chosen.weights, since.weights, memoryWarnings(chosen.weights, evidence));
  const named = weightsOfName(servedName);
  if (named !== null)
    return detectedFact(named, `Its served name is “${servedName}”.`, memoryWarnings(named, evidence));
  if (model === null) return unknownFact("The format of the weights follows from the model.");
  const { linear } = model.published;
  const [share, half] = [shareWith(linear, evidence), shareWith("fp8", evidence)];
  if (share !== null && half !== null && share > 1 && isPlausible(half))
    return detectedFact(
      "fp8",
      `As published its weights and the cache that is told would take ${percent(share)} of the memory, in FP8 ${percent(half)}.`,
    );
  return assumedFact(linear, "The model is published so.", memoryWarnings(linear, evidence));
}

export function kvFact({ chosen, since }: Chosen, evidence: NumberEvidence): Fact<KvFormat> {
  const { model, cacheFormat } = evidence;
  if (chosen.kv !== undefined) return chosenFact(chosen.kv, since.kv);
  if (cacheFormat !== null && /fp8/i.test(cacheFormat))
    return detectedFact("fp8", `The engine tells a cache of ${cacheFormat}.`);
  if (model === null) return unknownFact("The format of the cache follows from the model.");
  const { kv } = model.published;
  return cacheFormat === "auto"
    ? detectedFact(kv, "The engine tells the cache's format as “auto”: that of the model.")
    : assumedFact(kv, "Engines keep the cache in the model's own format unless told otherwise.");
}

/** Null while the model is unknown. */
export function planOf(
  model: ModelRow | null,
  weights: Fact<WeightFormat>,
  kv: Fact<KvFormat>,
): NumberPlan | null {
  if (model === null) return null;
  const format = valueOf(weights) ?? model.published.linear;
  const plan = format === model.published.linear ? model.published : withWeights(model.published, format);
  return { ...plan, kv: valueOf(kv) ?? plan.kv };
}

function shareWith(format: WeightFormat, { model, memory }: NumberEvidence): number | null {
  if (model === null) return null;
  const { published } = model;
  const plan = format === published.linear ? published : withWeights(published, format);
  return memoryShareOf({ shape: model, plan }, memory);
}

function memoryWarnings(format: WeightFormat, evidence: NumberEvidence): readonly string[] {
  const share = shareWith(format, evidence);
  return share === null || share <= 1
    ? []
    : [`Weights so and the cache that the engine tells would take ${percent(share)} of the memory.`];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
