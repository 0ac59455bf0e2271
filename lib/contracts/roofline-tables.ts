/**
 * The doors to the tables of accelerators and models: the product's own rows and those that people added. An added row is never written
 * over: a change is a new version, and older ones stay readable. Everything can be exported and imported as one document.
 */
import { z } from "zod";
import { factConfidences } from "@/lib/model/accelerator";
import { acceleratorDocument, acceleratorSchema } from "@/lib/model/accelerator-schema";
import { architectureSchema, modelDocument, numberPlanSchema } from "@/lib/model/architecture-schema";
import { choiceSchema } from "@/lib/model/roofline-choice";

const count = z.number().int();
const name = z.string().trim().min(1, "must not be empty").max(200, "must have at most 200 characters");
export const tableId = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,99}$/);

/** Rows of the product have neither author nor version. */
const provenance = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("product") }),
  z.object({ kind: z.literal("added"), version: count, author: z.string(), atMs: z.number() }),
]);

export const acceleratorRow = z.object({ accelerator: acceleratorSchema, provenance });
export const modelRow = z.object({
  architecture: architectureSchema,
  plan: numberPlanSchema,
  source: z.string(),
  confidence: z.enum(factConfidences),
  provenance,
});

/** GET /api/v1/roofline/accelerators and GET /api/v1/roofline/models: the present version of every row, retired ones left out. */
export const acceleratorsResponse = z.object({ asOfMs: z.number(), accelerators: z.array(acceleratorRow) });
export const modelsResponse = z.object({ asOfMs: z.number(), models: z.array(modelRow) });

/** GET /api/v1/roofline/accelerators/[entryId] and …/models/[entryId]: every version of an added row, newest first. */
const versionsOf = <T extends z.ZodType>(row: T) =>
  z.object({
    asOfMs: z.number(),
    id: z.string(),
    isRetired: z.boolean(),
    versions: z.array(
      z.object({
        version: count,
        author: z.string(),
        atMs: z.number(),
        isRetired: z.boolean(),
        document: row,
      }),
    ),
  });
export const acceleratorVersionsResponse = versionsOf(acceleratorDocument);
export const modelVersionsResponse = versionsOf(modelDocument);

/** POST with Idempotency-Key. The id follows from the name; one that is taken is refused. */
export const addAcceleratorBody = z.strictObject({
  accelerator: acceleratorSchema.omit({ id: true, confidence: true }),
});
/** PATCH with If-Match of the version it saw: the whole row anew, or its retirement. */
export const editAcceleratorBody = z.union([
  z.strictObject({ accelerator: acceleratorSchema.omit({ id: true, confidence: true }) }),
  z.strictObject({ isRetired: z.boolean() }),
]);
export const acceleratorResponse = z.object({ asOfMs: z.number(), row: acceleratorRow });

/** A Hugging Face config.json as it is. */
const config = z.record(z.string(), z.unknown());

export const addModelBody = z.strictObject({
  name,
  config,
  /** Where the file was had; "config.json, pasted" when absent. */
  source: name.exactOptional(),
});
export const editModelBody = z.union([addModelBody, z.strictObject({ isRetired: z.boolean() })]);
/** What was assumed stands in `remarks`, one sentence each. */
export const modelResponse = z.object({ asOfMs: z.number(), row: modelRow, remarks: z.array(z.string()) });

/** POST /api/v1/roofline/models/read: what adding would give, without adding. */
export const readModelBody = z.strictObject({ name, config });
export const readModelResponse = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("read"),
    id: z.string(),
    architecture: architectureSchema,
    plan: numberPlanSchema,
    remarks: z.array(z.string()),
    parameterCount: z.number(),
    kvBytesPerToken: z.number(),
  }),
  /** Each name in the file that is at fault, and what is wrong with it. */
  z.object({
    kind: z.literal("refused"),
    problems: z.array(z.object({ name: z.string(), wrong: z.string() })),
  }),
]);

/** GET /api/v1/roofline/export, and what POST /api/v1/roofline/import takes with Idempotency-Key. */
export const rooflineDocument = z.strictObject({
  kind: z.literal("roofline"),
  version: z.literal(1, { error: "is of a version this release does not know" }),
  exportedAtMs: z.number(),
  accelerators: z.array(acceleratorDocument).max(500),
  models: z.array(modelDocument).max(500),
  /** By the deployment's slug. */
  settings: z.array(z.strictObject({ deployment: z.string().max(80), chosen: choiceSchema })).max(2_000),
});
export const importResponse = z.object({
  asOfMs: z.number(),
  /** What became of each entry: already so, written as new, written as another version, or not taken and why. */
  entries: z.array(
    z.object({
      kind: z.enum(["accelerator", "model", "setting"]),
      id: z.string(),
      outcome: z.enum(["same", "added", "new-version", "refused"]),
      detail: z.string(),
    }),
  ),
});

export type AcceleratorRow = z.infer<typeof acceleratorRow>;
export type TableModelRow = z.infer<typeof modelRow>;
export type AcceleratorsResponse = z.infer<typeof acceleratorsResponse>;
export type ModelsResponse = z.infer<typeof modelsResponse>;
export type AcceleratorVersionsResponse = z.infer<typeof acceleratorVersionsResponse>;
export type ModelVersionsResponse = z.infer<typeof modelVersionsResponse>;
export type AddAcceleratorBody = z.input<typeof addAcceleratorBody>;
export type EditAcceleratorBody = z.input<typeof editAcceleratorBody>;
export type AcceleratorResponse = z.infer<typeof acceleratorResponse>;
export type AddModelBody = z.input<typeof addModelBody>;
export type EditModelBody = z.input<typeof editModelBody>;
export type ModelResponse = z.infer<typeof modelResponse>;
export type ReadModelBody = z.input<typeof readModelBody>;
export type ReadModelResponse = z.infer<typeof readModelResponse>;
export type RooflineDocument = z.infer<typeof rooflineDocument>;
export type ImportResponse = z.infer<typeof importResponse>;
