/**
 * The operator's choices of a deployment's model and hardware. A stored document holds the choices and, for each,
 * since which version it applies. It is read only through this schema, so that stored rows outlive releases.
 */
import { z } from "zod";
import { kvFormatNames, weightFormatNames, type KvFormat, type WeightFormat } from "./precision";

const tableId = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,99}$/);
const positive = z.int().min(1).max(1_000_000);

/** Schema of the price of a GPU hour. */
export const gpuHourPrice = z.strictObject({
  perAcceleratorHour: z.number().positive().max(1e6),
  currency: z.string().regex(/^[A-Z]{3}$/, "must be three capital letters, such as EUR"),
});
/** Price of a GPU hour with its currency. */
export type GpuHourPrice = z.infer<typeof gpuHourPrice>;

/** Schemas of the settings that an operator can choose for the roofline of a deployment. */
export const choiceFields = {
  /** Ids in the tables of models and accelerators. */
  model: tableId,
  weights: z.enum(weightFormatNames as [WeightFormat, ...WeightFormat[]]),
  kv: z.enum(kvFormatNames as [KvFormat, ...KvFormat[]]),
  accelerator: tableId,
  acceleratorCount: positive,
  tensorParallel: positive,
  pipelineParallel: positive,
  isChunked: z.boolean(),
  stepTokenBudget: positive,
  maxBatch: positive,
  price: gpuHourPrice,
} as const;

/** Names of the settings that an operator can choose. */
export const choiceNames = Object.keys(choiceFields) as [ChoiceName, ...ChoiceName[]];
/** Name of a setting that an operator can choose. */
export type ChoiceName = keyof typeof choiceFields;

/** Schema of the roofline settings that an operator chose. */
export const choiceSchema = z.strictObject({
  model: choiceFields.model.exactOptional(),
  weights: choiceFields.weights.exactOptional(),
  kv: choiceFields.kv.exactOptional(),
  accelerator: choiceFields.accelerator.exactOptional(),
  acceleratorCount: choiceFields.acceleratorCount.exactOptional(),
  tensorParallel: choiceFields.tensorParallel.exactOptional(),
  pipelineParallel: choiceFields.pipelineParallel.exactOptional(),
  isChunked: choiceFields.isChunked.exactOptional(),
  stepTokenBudget: choiceFields.stepTokenBudget.exactOptional(),
  maxBatch: choiceFields.maxBatch.exactOptional(),
  price: choiceFields.price.exactOptional(),
});

/** Roofline settings that an operator chose for a deployment. Fields that were not chosen are absent. */
export type RooflineChoice = z.infer<typeof choiceSchema>;

const since = z.object({ version: z.int(), author: z.string(), atMs: z.number() });
/** Who chose a setting, when, and in which version of the document. */
export type ChoiceProvenance = z.infer<typeof since>;

const storedV1 = z.object({
  version: z.literal(1),
  chosen: choiceSchema,
  since: z.partialRecord(z.enum(choiceNames), since),
});
/** Roofline settings of a deployment as they are stored. */
export type StoredChoice = z.infer<typeof storedV1>;

/** Validates stored roofline settings. Throws ZodError for a document that no release has written. */
export function parseStoredChoice(stored: unknown): StoredChoice {
  return storedV1.parse(stored);
}

/** Edit of roofline settings. Absent fields stay unchanged, and null resets a field to its detected value. */
export type ChoiceEdit = { readonly [Name in ChoiceName]?: RooflineChoice[Name] | null };

/**
 * Applies an edit to the stored roofline settings `before`. A setting that is chosen again with the same
 * value has the time of its first choice.
 */
export function applyChoiceEdit(
  before: StoredChoice | null,
  edit: ChoiceEdit,
  provenance: ChoiceProvenance,
): StoredChoice {
  const chosen: Record<string, unknown> = { ...before?.chosen };
  const sinceOf: Partial<Record<ChoiceName, ChoiceProvenance>> = { ...before?.since };
  for (const name of choiceNames) {
    const value = edit[name];
    if (value === undefined || isSame(chosen[name], value)) continue;
    delete chosen[name];
    delete sinceOf[name];
    if (value === null) continue;
    chosen[name] = value;
    sinceOf[name] = provenance;
  }
  return { version: 1, chosen: choiceSchema.parse(chosen), since: sinceOf };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
