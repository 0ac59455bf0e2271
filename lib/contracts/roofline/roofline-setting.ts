/**
 * Hardware and model setting of a deployment. Each fact has a value with its origin, or a reason why it is unknown
 * and the choices.
 * The endpoints read the versions of a setting and write a new one. Older versions stay readable.
 */
import { z } from "zod";
import { acceleratorSchema } from "@/lib/model/roofline/accelerator-schema";
import { factConfidences } from "@/lib/model/roofline/accelerator";
import { architectureSchema, numberFormatsSchema } from "@/lib/model/roofline/architecture-schema";
import { computePrecisions } from "@/lib/model/roofline/precision";
import {
  choiceFields as fields,
  choiceNames,
  choiceSchema,
  type ChoiceName,
} from "@/lib/model/roofline/roofline-choice";
import { defineContract } from "@/lib/contracts/contract";
import { emptyObject } from "@/lib/contracts/fields";

const deploymentId = z.uuid("must be the id of a deployment from GET /api/v1/discovery, not its slug");

/** Origin of a fact. `evidence` is one sentence. */
const origin = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("chosen"), author: z.string(), atMs: z.number(), version: z.number().int() }),
  /** Derived from metrics. An operator may choose another value. */
  z.object({ kind: z.literal("detected"), evidence: z.string() }),
  /** Not reported by any metric: the value that most deployments have. */
  z.object({ kind: z.literal("assumed"), evidence: z.string() }),
]);

const fact = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion("state", [
    z.object({
      state: z.literal("known"),
      value,
      origin,
      /** Observations that contradict the value, one sentence each. */
      warnings: z.array(z.string()),
    }),
    z.object({
      state: z.literal("unknown"),
      /** Why the value is unknown. */
      unknownReason: z.string(),
      /** Proposed values, the likeliest first. May be empty. */
      proposals: z.array(z.object({ value, title: z.string(), why: z.string() })),
      /** True if operating points can be computed without this value. */
      isOptional: z.boolean(),
    }),
  ]);

const count = z.number().int();

/**
 * Schema of the effective roofline setting: each value as chosen, detected or assumed, or why it is unknown.
 */
export const rooflineSetting = z.object({
  /** Version that an edit sends in If-Match; 0 if an operator has chosen no value yet. */
  version: count,
  model: fact(z.object({ id: z.string(), title: z.string() })),
  weights: fact(fields.weights),
  kv: fact(fields.kv),
  accelerator: fact(z.object({ id: z.string(), title: z.string() })),
  /** Accelerators of the entire deployment. */
  acceleratorCount: fact(count),
  tensorParallel: fact(count),
  pipelineParallel: fact(count),
  /** True when the engine computes prompts in chunks together with running decodes. */
  isChunked: fact(z.boolean()),
  /** Maximum number of tokens in one step. */
  stepTokenBudget: fact(count),
  /** Maximum number of sequences in one step. */
  maxBatch: fact(count),
  price: fact(fields.price),
  /** Number of instances: accelerators divided by accelerators per instance. Null while one of the two is unknown. */
  replicas: count.nullable(),
  /** Unknown facts that operating points require. Empty when all are known. */
  missing: z.array(z.enum(choiceNames)),
  /** Resolved values of the facts, for display and for what-if in the browser. Null while unknown. */
  resolved: z.object({
    architecture: architectureSchema.nullable(),
    plan: numberFormatsSchema.nullable(),
    accelerator: acceleratorSchema.nullable(),
    modelSource: z.string().nullable(),
    modelConfidence: z.enum(factConfidences).nullable(),
    computePrecision: z.enum(computePrecisions).nullable(),
  }),
});

/** Choices of an operator. An absent field is unchanged. Null returns the field to the detected value. */
const chosenSetting = z.strictObject({
  model: fields.model.nullable().exactOptional(),
  weights: fields.weights.nullable().exactOptional(),
  kv: fields.kv.nullable().exactOptional(),
  accelerator: fields.accelerator.nullable().exactOptional(),
  acceleratorCount: fields.acceleratorCount.nullable().exactOptional(),
  tensorParallel: fields.tensorParallel.nullable().exactOptional(),
  pipelineParallel: fields.pipelineParallel.nullable().exactOptional(),
  isChunked: fields.isChunked.nullable().exactOptional(),
  stepTokenBudget: fields.stepTokenBudget.nullable().exactOptional(),
  maxBatch: fields.maxBatch.nullable().exactOptional(),
  price: fields.price.nullable().exactOptional(),
});

/** One stored version of a setting with all its choices. */
const settingVersion = z.object({
  version: count,
  author: z.string(),
  atMs: z.number(),
  chosen: choiceSchema,
});

/** Returns all versions of a roofline setting, newest first. */
export const rooflineSettingVersionsContract = defineContract({
  id: "roofline-setting-versions",
  method: "GET",
  path: "/api/v1/deployments/[deploymentId]/roofline-setting",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: z.strictObject({ deploymentId }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    deployment: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
    /** Current version; 0 if an operator has chosen no value yet. */
    version: count,
    versions: z.array(settingVersion),
    /** Number of older versions that are not listed. */
    unlistedCount: count,
  }),
});

/**
 * Writes a new version of a roofline setting. Responds 412 if another version was written in the meantime.
 */
export const editRooflineSettingContract = defineContract({
  id: "edit-roofline-setting",
  method: "PATCH",
  path: "/api/v1/deployments/[deploymentId]/roofline-setting",
  guard: "if-match",
  timeLimitMs: 5_000,
  maxBodyBytes: 4 * 1_024,
  params: z.strictObject({ deploymentId }),
  query: emptyObject,
  body: chosenSetting.refine((edit) => Object.keys(edit).length > 0, "name at least one field to change"),
  response: z.object({ asOfMs: z.number(), written: settingVersion }),
});

/**
 * Effective roofline setting of a deployment, with the origin of each value. Only the choices of people are
 * stored.
 */
export type RooflineSetting = z.infer<typeof rooflineSetting>;
/** Response of `GET /api/v1/deployments/[deploymentId]/roofline-setting`. */
export type RooflineSettingVersionsResponse = z.infer<typeof rooflineSettingVersionsContract.response>;
/** Body of `PATCH /api/v1/deployments/[deploymentId]/roofline-setting`. */
export type EditRooflineSettingBody = z.input<typeof editRooflineSettingContract.body>;
/** Response of `PATCH /api/v1/deployments/[deploymentId]/roofline-setting`. */
export type EditRooflineSettingResponse = z.infer<typeof editRooflineSettingContract.response>;
/** Name of a value of the roofline setting. */
export type SettingFactName = ChoiceName;
/** Origin of a value of the roofline setting: chosen, detected or assumed. */
export type SettingOrigin = z.infer<typeof origin>;
