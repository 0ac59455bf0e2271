/** In what formats weights and cache are stored: as chosen, as told by name or engine, else as the model is published. */
import { weightsOfName } from "@/lib/analysis/roofline/models/find-model";
import type { ModelRow } from "@/lib/analysis/roofline/models/model-row";
import { withWeights } from "@/lib/analysis/roofline/what-if/change";
import type { KvFormat, NumberPlan, WeightFormat } from "@/lib/model/precision";
import { isPlausible, memoryShareOf, type MemorySeen } from "./propose-model";
import { assumed, chosenFact, proposed, unknown, valueOf, type Chosen, type Fact } from "./setting-facts";

interface NumbersSeen {
  readonly model: ModelRow | null;
  readonly servedName: string;
  readonly memory: MemorySeen;
  /** As the engine writes the cache's format. */
  readonly cacheFormat: string | null;
}

export function weightsFact({ chosen, since }: Chosen, seen: NumbersSeen): Fact<WeightFormat> {
  const { model, servedName } = seen;
  if (chosen.weights !== undefined)
    return chosenFact(chosen.weights, since.weights, doubtsOf(chosen.weights, seen));
  const named = weightsOfName(servedName);
  if (named !== null) return proposed(named, `Its served name is “${servedName}”.`, doubtsOf(named, seen));
  if (model === null) return unknown("The format of the weights follows from the model.");
  const { linear } = model.published;
  const [share, half] = [shareWith(linear, seen), shareWith("fp8", seen)];
  if (share !== null && half !== null && share > 1 && isPlausible(half))
    return proposed(
      "fp8",
      `As published its weights and the cache that is told would take ${percent(share)} of the memory, in FP8 ${percent(half)}.`,
    );
  return assumed(linear, "The model is published so.", doubtsOf(linear, seen));
}

export function kvFact({ chosen, since }: Chosen, seen: NumbersSeen): Fact<KvFormat> {
  const { model, cacheFormat } = seen;
  if (chosen.kv !== undefined) return chosenFact(chosen.kv, since.kv);
  if (cacheFormat !== null && /fp8/i.test(cacheFormat))
    return proposed("fp8", `The engine tells a cache of ${cacheFormat}.`);
  if (model === null) return unknown("The format of the cache follows from the model.");
  const { kv } = model.published;
  return cacheFormat === "auto"
    ? proposed(kv, "The engine tells the cache's format as “auto”: that of the model.")
    : assumed(kv, "Engines keep the cache in the model's own format unless told otherwise.");
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

function shareWith(format: WeightFormat, { model, memory }: NumbersSeen): number | null {
  if (model === null) return null;
  const { published } = model;
  const plan = format === published.linear ? published : withWeights(published, format);
  return memoryShareOf({ shape: model, plan }, memory);
}

function doubtsOf(format: WeightFormat, seen: NumbersSeen): readonly string[] {
  const share = shareWith(format, seen);
  return share === null || share <= 1
    ? []
    : [`Weights so and the cache that the engine tells would take ${percent(share)} of the memory.`];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
