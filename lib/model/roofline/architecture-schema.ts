/**
 * Schema of a model architecture in a file or a stored document. Separate from `architecture.ts`, so that the browser
 * does not load Zod.
 */
import { z } from "zod";
import { isPlainLine } from "@/lib/base/safe-text";
import {
  computePrecisions,
  kvFormatNames,
  weightFormatNames,
  type KvFormat,
  type WeightFormat,
} from "./precision";

const text = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(200, "must have at most 200 characters")
  .refine(isPlainLine, "must be one line without control or direction characters");
const integer = z.int({ error: "must be an integer" });
const count = integer.min(1, "must be at least 1").max(1e9, "is too large");
const countOrNone = integer.min(0, "must not be negative").max(1e9, "is too large");

const grouped = z
  .strictObject({ kind: z.literal("grouped"), heads: count, kvHeads: count, headDim: count })
  .refine(({ heads, kvHeads }) => heads % kvHeads === 0, {
    error: "must be a divisor of the heads",
    path: ["kvHeads"],
  });

const latent = z.strictObject({
  kind: z.literal("latent"),
  heads: count,
  queryRank: countOrNone,
  kvRank: count,
  nopeDim: count,
  ropeDim: count,
  valueDim: count,
});

const experts = z
  .strictObject({ count, perToken: count, ffn: count, shared: countOrNone, layers: count })
  .refine(({ perToken, count: total }) => perToken <= total, {
    error: "must not exceed the number of experts",
    path: ["perToken"],
  });

/** Schema of the architecture of a model. */
export const architectureSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{0,99}$/, "must be lower-case letters, digits, dots and hyphens"),
    name: text,
    layers: count,
    hidden: count,
    attention: z.union([grouped, latent]),
    ffn: count,
    isGated: z.boolean(),
    experts: experts.optional(),
    window: z.strictObject({ tokens: count, layers: count }).optional(),
    vocabulary: count,
    isTied: z.boolean(),
    maxContextTokens: count.optional(),
    small: z.strictObject({
      bias: z.enum(["none", "qkv", "attention-and-experts", "all"]),
      normsPerLayer: countOrNone,
      normHasBias: z.boolean(),
      queryKeyNorm: z.boolean(),
      sinks: z.boolean(),
      routerBias: z.boolean(),
      positionRows: countOrNone,
    }),
  })
  .superRefine((shape, context) => {
    for (const part of ["experts", "window"] as const)
      if ((shape[part]?.layers ?? 0) > shape.layers)
        context.addIssue({
          code: "custom",
          path: [part, "layers"],
          message: "must not exceed the number of layers of the model",
        });
  });

const weightFormat = z.enum(weightFormatNames as [WeightFormat, ...WeightFormat[]]);

/** Schema of the number formats of a model. */
export const numberFormatsSchema = z.strictObject({
  linear: weightFormat,
  experts: weightFormat.optional(),
  rest: weightFormat,
  kv: z.enum(kvFormatNames as [KvFormat, ...KvFormat[]]),
  compute: z.enum(computePrecisions),
});

/** Schema of the stored and exported document of an added model. */
export const modelDocument = z.strictObject({
  kind: z.literal("model"),
  version: z.literal(1, { error: "has a version that this release cannot read" }),
  architecture: architectureSchema,
  plan: numberFormatsSchema,
  source: text,
});
/** Stored and exported document of an added model. */
export type ModelDocument = z.infer<typeof modelDocument>;
