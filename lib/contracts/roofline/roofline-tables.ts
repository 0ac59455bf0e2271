/**
 * Endpoints of the accelerator and model tables, which contain built-in rows and added rows. An added row is never
 * overwritten: a change is a new version, and older versions stay readable. All added rows can be exported and
 * imported as one document.
 */
import { z } from "zod";
import { isPlainLine } from "@/lib/base/safe-text";
import { factConfidences } from "@/lib/model/roofline/accelerator";
import {
  acceleratorDocument,
  acceleratorForm,
  acceleratorSchema,
} from "@/lib/model/roofline/accelerator-schema";
import {
  architectureSchema,
  modelDocument,
  numberFormatsSchema,
} from "@/lib/model/roofline/architecture-schema";
import { choiceSchema } from "@/lib/model/roofline/roofline-choice";
import { defineContract } from "@/lib/contracts/contract";
import { emptyObject } from "@/lib/contracts/fields";

const count = z.number().int();
const name = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(200, "must have at most 200 characters")
  .refine(isPlainLine, "must be one line without control or direction characters");
const tableId = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,99}$/);
const params = z.strictObject({ entryId: tableId });
const readDefaults = {
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  query: emptyObject,
  body: emptyObject,
} as const;
const addDefaults = {
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  query: emptyObject,
} as const;
const editDefaults = {
  guard: "if-match",
  timeLimitMs: 5_000,
  query: emptyObject,
  params,
} as const;

/** Built-in rows have neither author nor version. */
const provenance = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("built-in") }),
  z.object({ kind: z.literal("added"), version: count, author: z.string(), atMs: z.number() }),
]);

const acceleratorRow = z.object({ accelerator: acceleratorSchema, provenance });
const modelRow = z.object({
  architecture: architectureSchema,
  plan: numberFormatsSchema,
  source: z.string(),
  confidence: z.enum(factConfidences),
  provenance,
});

/**
 * Returns the current version of every GPU. Retired GPUs, which can no longer be chosen, are listed separately.
 */
export const acceleratorsContract = defineContract({
  ...readDefaults,
  id: "accelerators",
  method: "GET",
  path: "/api/v1/roofline/accelerators",
  params: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    accelerators: z.array(acceleratorRow),
    retired: z.array(acceleratorRow),
  }),
});
/** Returns the current version of every model. */
export const modelsContract = defineContract({
  ...readDefaults,
  id: "models",
  method: "GET",
  path: "/api/v1/roofline/models",
  params: emptyObject,
  response: z.object({ asOfMs: z.number(), models: z.array(modelRow), retired: z.array(modelRow) }),
});

/** Versions of one row, newest first. */
const versionsOf = <T extends z.ZodType>(document: T) =>
  z.object({
    asOfMs: z.number(),
    id: z.string(),
    isRetired: z.boolean(),
    versions: z.array(
      z.object({ version: count, author: z.string(), atMs: z.number(), isRetired: z.boolean(), document }),
    ),
  });

/** Returns all versions of an added GPU. */
export const acceleratorVersionsContract = defineContract({
  ...readDefaults,
  id: "accelerator-versions",
  method: "GET",
  path: "/api/v1/roofline/accelerators/[entryId]",
  params,
  response: versionsOf(acceleratorDocument),
});
/** Returns all versions of an added model. */
export const modelVersionsContract = defineContract({
  ...readDefaults,
  id: "model-versions",
  method: "GET",
  path: "/api/v1/roofline/models/[entryId]",
  params,
  response: versionsOf(modelDocument),
});

const acceleratorResponse = z.object({ asOfMs: z.number(), row: acceleratorRow });

/** Adds a GPU. Its id is derived from the name. An id that exists is refused. */
export const addAcceleratorContract = defineContract({
  ...addDefaults,
  id: "add-accelerator",
  method: "POST",
  path: "/api/v1/roofline/accelerators",
  maxBodyBytes: 16 * 1_024,
  params: emptyObject,
  body: z.strictObject({ accelerator: acceleratorForm }),
  response: acceleratorResponse,
});
/** Writes the content of an earlier version as a new version. Refused for a retired row. */
const restoreForm = z.strictObject({ restoreVersion: count.min(1) });

/**
 * Replaces an added GPU, restores an earlier version, or retires it. A retired GPU stays valid for settings
 * that already use it.
 */
export const editAcceleratorContract = defineContract({
  ...editDefaults,
  id: "edit-accelerator",
  method: "PATCH",
  path: "/api/v1/roofline/accelerators/[entryId]",
  maxBodyBytes: 16 * 1_024,
  body: z.union([
    z.strictObject({ accelerator: acceleratorForm }),
    restoreForm,
    z.strictObject({ isRetired: z.boolean() }),
  ]),
  response: acceleratorResponse,
});

/** An unmodified Hugging Face config.json. */
const config = z.record(z.string(), z.unknown());
const maxConfigBytes = 256 * 1_024;
const modelForm = z.strictObject({
  name,
  config,
  /** Origin of the file. "config.json, pasted" when absent. */
  source: name.exactOptional(),
});
/** `remarks` lists the assumptions, one sentence each. */
const modelResponse = z.object({ asOfMs: z.number(), row: modelRow, remarks: z.array(z.string()) });

/** Adds a model. */
export const addModelContract = defineContract({
  ...addDefaults,
  id: "add-model",
  method: "POST",
  path: "/api/v1/roofline/models",
  maxBodyBytes: maxConfigBytes,
  params: emptyObject,
  body: modelForm,
  response: modelResponse,
});
/** Replaces an added model, restores an earlier version, or retires it. */
export const editModelContract = defineContract({
  ...editDefaults,
  id: "edit-model",
  method: "PATCH",
  path: "/api/v1/roofline/models/[entryId]",
  maxBodyBytes: maxConfigBytes,
  body: z.union([modelForm, restoreForm, z.strictObject({ isRetired: z.boolean() })]),
  response: modelResponse,
});

/** Returns the model that a config.json describes, without adding a row. */
export const previewModelContract = defineContract({
  id: "preview-model",
  method: "POST",
  path: "/api/v1/roofline/model-previews",
  timeLimitMs: 5_000,
  maxBodyBytes: maxConfigBytes,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({ name, config }),
  response: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("read"),
      id: z.string(),
      architecture: architectureSchema,
      plan: numberFormatsSchema,
      remarks: z.array(z.string()),
      parameterCount: z.number(),
      kvBytesPerToken: z.number(),
    }),
    /** Each invalid name in the file and the problem with it. */
    z.object({
      kind: z.literal("refused"),
      problems: z.array(z.object({ name: z.string(), message: z.string() })),
    }),
  ]),
});

/** Schema of the export: all added GPUs and models and all chosen settings, without older versions. */
export const rooflineDocument = z.strictObject({
  kind: z.literal("roofline"),
  version: z.literal(1, { error: "has a version that this release does not support" }),
  exportedAtMs: z.number(),
  accelerators: z.array(acceleratorDocument).max(500),
  models: z.array(modelDocument).max(500),
  /** Ids of those exported rows that are retired. They are exported because a setting uses them. Absent if there are none. */
  retired: z
    .strictObject({ accelerators: z.array(tableId).max(500), models: z.array(tableId).max(500) })
    .exactOptional(),
  /** Chosen settings. `deployment` is the slug of the deployment. */
  settings: z.array(z.strictObject({ deployment: z.string().max(80), chosen: choiceSchema })).max(2_000),
});

/** Exports the added GPUs and models and the roofline settings. */
export const exportRooflineContract = defineContract({
  ...readDefaults,
  id: "export-roofline",
  method: "GET",
  path: "/api/v1/roofline/export",
  params: emptyObject,
  response: rooflineDocument,
});
/** Imports an exported document. An entry that exists and differs gets a new version. */
export const importRooflineContract = defineContract({
  ...addDefaults,
  id: "import-roofline",
  method: "POST",
  path: "/api/v1/roofline/import",
  maxBodyBytes: 1_024 * 1_024,
  timeLimitMs: 15_000,
  params: emptyObject,
  body: rooflineDocument,
  response: z.object({
    asOfMs: z.number(),
    /** Result of each entry: unchanged, added, written as a new version, or refused with the reason. */
    entries: z.array(
      z.object({
        kind: z.enum(["accelerator", "model", "setting"]),
        id: z.string(),
        outcome: z.enum(["same", "added", "new-version", "refused"]),
        detail: z.string(),
      }),
    ),
  }),
});

/** GPU of the table, built-in or added. */
export type AcceleratorRow = z.infer<typeof acceleratorRow>;
/** Model of the table, built-in or added. */
export type TableModelRow = z.infer<typeof modelRow>;
/** Response of `GET /api/v1/roofline/accelerators`. */
export type AcceleratorsResponse = z.infer<typeof acceleratorsContract.response>;
/** Response of `GET /api/v1/roofline/models`. */
export type ModelsResponse = z.infer<typeof modelsContract.response>;
/** Response of `GET /api/v1/roofline/accelerators/[entryId]`. */
export type AcceleratorVersionsResponse = z.infer<typeof acceleratorVersionsContract.response>;
/** Response of `GET /api/v1/roofline/models/[entryId]`. */
export type ModelVersionsResponse = z.infer<typeof modelVersionsContract.response>;
/** Body of `POST /api/v1/roofline/accelerators`. */
export type AddAcceleratorBody = z.input<typeof addAcceleratorContract.body>;
/** Body of `PATCH /api/v1/roofline/accelerators/[entryId]`. */
export type EditAcceleratorBody = z.input<typeof editAcceleratorContract.body>;
/** Added or edited GPU. */
export type AcceleratorResponse = z.infer<typeof acceleratorResponse>;
/** Body of `POST /api/v1/roofline/models`. */
export type AddModelBody = z.input<typeof addModelContract.body>;
/** Body of `PATCH /api/v1/roofline/models/[entryId]`. */
export type EditModelBody = z.input<typeof editModelContract.body>;
/** Added or edited model. */
export type ModelResponse = z.infer<typeof modelResponse>;
/** Body of `POST /api/v1/roofline/model-previews`. */
export type PreviewModelBody = z.input<typeof previewModelContract.body>;
/** Response of `POST /api/v1/roofline/model-previews`. */
export type PreviewModelResponse = z.infer<typeof previewModelContract.response>;
/** Export of all added GPUs and models and all chosen settings. */
export type RooflineExport = z.infer<typeof rooflineDocument>;
/** Response of `POST /api/v1/roofline/import`. */
export type ImportResponse = z.infer<typeof importRooflineContract.response>;
