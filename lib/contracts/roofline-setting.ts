/**
 * What a deployment runs on, as the roofline takes it: each fact with where it is from, or the question and what to choose from.
 * The doors read its versions and write a new one; older ones stay readable.
 */
import { z } from "zod";
import { acceleratorSchema } from "@/lib/model/accelerator-schema";
import { factConfidences } from "@/lib/model/accelerator";
import { architectureSchema, numberPlanSchema } from "@/lib/model/architecture-schema";
import { computePrecisions } from "@/lib/model/precision";
import {
  choiceFields as fields,
  choiceNames,
  choiceSchema,
  type ChoiceName,
} from "@/lib/model/roofline-choice";
import { defineContract } from "./contract";
import { nothing } from "./fields";

const deploymentId = z.uuid(
  "must be the id of a deployment, which GET /api/v1/discovery gives; its address is none",
);

/** How a fact is known. `evidence` is one sentence. */
const origin = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("chosen"), author: z.string(), atMs: z.number(), version: z.number().int() }),
  /** Follows from what is seen; a person may choose otherwise. */
  z.object({ kind: z.literal("detected"), evidence: z.string() }),
  /** Nothing tells it: what most deployments have. */
  z.object({ kind: z.literal("assumed"), evidence: z.string() }),
]);

const fact = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion("state", [
    z.object({
      state: z.literal("known"),
      value,
      origin,
      /** What is seen and does not go with it, one sentence each. */
      warnings: z.array(z.string()),
    }),
    z.object({
      state: z.literal("unknown"),
      /** The question, and why it is asked. */
      unknownReason: z.string(),
      /** Likeliest first; may be empty. */
      proposals: z.array(z.object({ value, title: z.string(), why: z.string() })),
      /** Points can be had without it. */
      isOptional: z.boolean(),
    }),
  ]);

const count = z.number().int();

export const rooflineSetting = z.object({
  /** What an edit names in If-Match; 0 where nothing was ever chosen. */
  version: count,
  model: fact(z.object({ id: z.string(), title: z.string() })),
  weights: fact(fields.weights),
  kv: fact(fields.kv),
  accelerator: fact(z.object({ id: z.string(), title: z.string() })),
  /** Of the whole deployment. */
  acceleratorCount: fact(count),
  tensorParallel: fact(count),
  pipelineParallel: fact(count),
  /** Prompts are computed in chunks beside running decodes. */
  isChunked: fact(z.boolean()),
  /** Most tokens of a step. */
  stepTokenBudget: fact(count),
  /** Most sequences of a step. */
  maxBatch: fact(count),
  price: fact(fields.price),
  /** Instances: accelerators over what one instance takes; null while either is unknown. */
  replicas: count.nullable(),
  /** Facts without which there is no point; empty where all are known. */
  missing: z.array(z.enum(choiceNames)),
  /** What the facts stand for, for reading on screen and for what-if in the browser; null while unknown. */
  resolved: z.object({
    architecture: architectureSchema.nullable(),
    plan: numberPlanSchema.nullable(),
    accelerator: acceleratorSchema.nullable(),
    modelSource: z.string().nullable(),
    modelConfidence: z.enum(factConfidences).nullable(),
    computePrecision: z.enum(computePrecisions).nullable(),
  }),
});

/** What a person says. What is absent stays as it is, null goes back to what is seen. */
export const chosenSetting = z.strictObject({
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

/** One version as it was written: the choices that hold in it. */
export const settingVersion = z.object({
  version: count,
  author: z.string(),
  atMs: z.number(),
  chosen: choiceSchema,
});

/** Every version, newest first. */
export const settingVersionsContract = defineContract({
  id: "roofline-setting-versions",
  method: "GET",
  path: "/api/v1/deployments/[deploymentId]/roofline-setting",
  access: "read",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: z.strictObject({ deploymentId }),
  query: nothing,
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    deployment: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
    /** 0 where nothing was ever chosen. */
    version: count,
    versions: z.array(settingVersion),
    /** Older ones that are not listed. */
    unlistedCount: count,
  }),
});

/** The new version. 412 where another was written meanwhile. */
export const editSettingContract = defineContract({
  id: "edit-roofline-setting",
  method: "PATCH",
  path: "/api/v1/deployments/[deploymentId]/roofline-setting",
  access: "write",
  guard: "if-match",
  timeLimitMs: 5_000,
  maxBodyBytes: 4 * 1_024,
  params: z.strictObject({ deploymentId }),
  query: nothing,
  body: chosenSetting.refine((edit) => Object.keys(edit).length > 0, "say what to change"),
  response: z.object({ asOfMs: z.number(), written: settingVersion }),
});

export type RooflineSetting = z.infer<typeof rooflineSetting>;
export type ChosenSetting = z.infer<typeof chosenSetting>;
export type SettingVersion = z.infer<typeof settingVersion>;
export type SettingVersionsResponse = z.infer<typeof settingVersionsContract.response>;
export type EditSettingBody = z.input<typeof editSettingContract.body>;
export type EditSettingResponse = z.infer<typeof editSettingContract.response>;
export type SettingFactName = ChoiceName;
export type SettingOrigin = z.infer<typeof origin>;
