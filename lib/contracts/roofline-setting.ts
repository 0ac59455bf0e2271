/**
 * What a deployment runs on, as the roofline takes it: each fact with where it is from, or the question and what to choose from.
 * The doors read its versions and write a new one; older ones stay readable.
 */
import { z } from "zod";
import { acceleratorSchema } from "@/lib/model/accelerator-schema";
import { factConfidences } from "@/lib/model/accelerator";
import { architectureSchema, numberPlanSchema } from "@/lib/model/architecture-schema";
import {
  computePrecisions,
  kvFormatNames,
  weightFormatNames,
  type KvFormat,
  type WeightFormat,
} from "@/lib/model/precision";

/** How a fact is known. `evidence` is one sentence. */
const origin = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("chosen"), author: z.string(), atMs: z.number(), version: z.number().int() }),
  /** Follows from what is seen; a person may choose otherwise. */
  z.object({ kind: z.literal("proposed"), evidence: z.string() }),
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
      doubts: z.array(z.string()),
    }),
    z.object({
      state: z.literal("unknown"),
      /** The question, and why it is asked. */
      ask: z.string(),
      /** Likeliest first; may be empty. */
      proposals: z.array(z.object({ value, title: z.string(), why: z.string() })),
      /** Points can be had without it. */
      isOptional: z.boolean(),
    }),
  ]);

const weightFormat = z.enum(weightFormatNames as [WeightFormat, ...WeightFormat[]]);
const kvFormat = z.enum(kvFormatNames as [KvFormat, ...KvFormat[]]);
const count = z.number().int();
const entryId = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,99}$/);

export const price = z.strictObject({
  perAcceleratorHour: z.number().positive().max(1e6),
  /** As people write it: EUR, USD. */
  currency: z.string().regex(/^[A-Z]{3}$/, "must be three capital letters, such as EUR"),
});

export const settingFactNames = [
  "model",
  "weights",
  "kv",
  "accelerator",
  "acceleratorCount",
  "tensorParallel",
  "pipelineParallel",
  "isChunked",
  "stepTokenBudget",
  "maxBatch",
  "price",
] as const;

export const rooflineSetting = z.object({
  /** What an edit names in If-Match; 0 where nothing was ever chosen. */
  version: count,
  model: fact(z.object({ id: z.string(), title: z.string() })),
  weights: fact(weightFormat),
  kv: fact(kvFormat),
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
  price: fact(price),
  /** Instances: accelerators over what one instance takes; null while either is unknown. */
  replicas: count.nullable(),
  /** Facts without which there is no point; empty where all are known. */
  missing: z.array(z.enum(settingFactNames)),
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

const positive = z.int().min(1).max(1_000_000);

/** What a person says. What is absent stays as it is, null goes back to what is seen. */
export const chosenSetting = z.strictObject({
  model: entryId.nullable().exactOptional(),
  weights: weightFormat.nullable().exactOptional(),
  kv: kvFormat.nullable().exactOptional(),
  accelerator: entryId.nullable().exactOptional(),
  acceleratorCount: positive.nullable().exactOptional(),
  tensorParallel: positive.nullable().exactOptional(),
  pipelineParallel: positive.nullable().exactOptional(),
  isChunked: z.boolean().nullable().exactOptional(),
  stepTokenBudget: positive.nullable().exactOptional(),
  maxBatch: positive.nullable().exactOptional(),
  price: price.nullable().exactOptional(),
});

/** One version as it was written: the choices that hold in it. */
export const settingVersion = z.object({
  version: count,
  author: z.string(),
  atMs: z.number(),
  chosen: chosenSetting,
});

/** GET /api/v1/deployments/[deploymentId]/roofline-setting: every version, newest first. */
export const settingVersionsResponse = z.object({
  asOfMs: z.number(),
  deployment: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
  /** 0 where nothing was ever chosen. */
  version: count,
  versions: z.array(settingVersion),
  /** Older ones that are not listed. */
  unlistedCount: count,
});

/** PATCH of the same path with If-Match: the new version. 412 where another was written meanwhile. */
export const editSettingBody = chosenSetting.refine(
  (edit) => Object.keys(edit).length > 0,
  "say what to change",
);
export const editSettingResponse = z.object({ asOfMs: z.number(), written: settingVersion });

export type RooflineSetting = z.infer<typeof rooflineSetting>;
export type ChosenSetting = z.infer<typeof chosenSetting>;
export type SettingVersion = z.infer<typeof settingVersion>;
export type SettingVersionsResponse = z.infer<typeof settingVersionsResponse>;
export type EditSettingBody = z.input<typeof editSettingBody>;
export type EditSettingResponse = z.infer<typeof editSettingResponse>;
export type SettingFactName = (typeof settingFactNames)[number];
export type SettingOrigin = z.infer<typeof origin>;
