/**
 * What a person says a deployment runs on. A stored document holds all that is chosen in its version and since which version each
 * choice holds; it is read through this schema only, so that stored rows outlive releases.
 */
import { z } from "zod";
import { kvFormatNames, weightFormatNames, type KvFormat, type WeightFormat } from "./precision";

const tableId = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,99}$/);
const positive = z.int().min(1).max(1_000_000);

export const choiceFields = {
  /** Ids of the tables of models and accelerators. */
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
  price: z.strictObject({
    perAcceleratorHour: z.number().positive().max(1e6),
    currency: z.string().regex(/^[A-Z]{3}$/, "must be three capital letters, such as EUR"),
  }),
} as const;

export const choiceNames = Object.keys(choiceFields) as [ChoiceName, ...ChoiceName[]];
export type ChoiceName = keyof typeof choiceFields;

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

/** What is not chosen is absent. */
export type RooflineChoice = z.infer<typeof choiceSchema>;

const since = z.object({ version: z.int(), author: z.string(), atMs: z.number() });
export type ChosenSince = z.infer<typeof since>;

const storedV1 = z.object({
  version: z.literal(1),
  chosen: choiceSchema,
  since: z.partialRecord(z.enum(choiceNames), since),
});
export type StoredChoice = z.infer<typeof storedV1>;

/** Throws ZodError for a document that no release has written. */
export function parseStoredChoice(stored: unknown): StoredChoice {
  return storedV1.parse(stored);
}

/** An edit: what is absent stays, null goes back to what is seen. */
export type ChoiceEdit = { readonly [Name in ChoiceName]?: RooflineChoice[Name] | null };

/** `before` with the edit. A choice that is repeated holds since it was first made. */
export function editedChoice(before: StoredChoice | null, edit: ChoiceEdit, made: ChosenSince): StoredChoice {
  const chosen: Record<string, unknown> = { ...before?.chosen };
  const sinceOf: Partial<Record<ChoiceName, ChosenSince>> = { ...before?.since };
  for (const name of choiceNames) {
    const value = edit[name];
    if (value === undefined || isSame(chosen[name], value)) continue;
    delete chosen[name];
    delete sinceOf[name];
    if (value === null) continue;
    chosen[name] = value;
    sinceOf[name] = made;
  }
  return { version: 1, chosen: choiceSchema.parse(chosen), since: sinceOf };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
