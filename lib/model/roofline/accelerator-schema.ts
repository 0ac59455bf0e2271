/**
 * Schema of an accelerator in a form, a file or a stored document. Separate from `accelerator.ts`, so that the
 * browser does not load Zod.
 */
import { z } from "zod";
import { isPlainLine } from "@/lib/base/safe-text";
import { deviceNameError, factConfidences } from "./accelerator";
import { computePrecisions } from "./precision";

const name = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(200, "must have at most 200 characters")
  .refine(isPlainLine, "must be one line without control or direction characters");
/** Bytes, bytes per second, operations per second or hertz. Every real value is above 10⁶. */
const amount = z
  .number({ error: "must be a number" })
  .positive("must be above 0")
  .min(1e6, "is too small")
  .max(1e21, "is too large");
const peaks = z.partialRecord(z.enum(computePrecisions), amount);

/** Schema of a GPU or other accelerator that a person adds. */
export const acceleratorSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,99}$/, "must be lower-case letters, digits, dots and hyphens"),
  name,
  vendor: name,
  family: name,
  memoryBytes: amount,
  memoryKind: name,
  bandwidthBytesPerSecond: amount,
  peakFlopsPerSecond: peaks.refine(
    (given) => Object.keys(given).length > 0,
    "needs the dense peak of at least one precision",
  ),
  peakClockHertz: amount.optional(),
  link: z.strictObject({ kind: name, bidirectionalBytesPerSecond: amount.nullable() }),
  measured: z
    .strictObject({
      matmulFlopsPerSecond: peaks,
      bandwidthBytesPerSecond: amount.optional(),
      source: name,
    })
    .optional(),
  deviceNames: z.array(name).max(20, "must have at most 20 names"),
  confidence: z.enum(factConfidences),
  sources: z.array(name).min(1, "needs a source").max(10, "must have at most 10 sources"),
  note: z
    .string()
    .max(500, "must have at most 500 characters")
    .refine(isPlainLine, "must be one line without control or direction characters")
    .optional(),
});

/**
 * Schema of the form for an accelerator. Stored documents may contain device names that the form does not
 * accept any more.
 */
export const acceleratorForm = acceleratorSchema.omit({ id: true, confidence: true }).extend({
  deviceNames: acceleratorSchema.shape.deviceNames.superRefine((names, context) => {
    for (const [index, one] of names.entries()) {
      const message = deviceNameError(one);
      if (message !== null) context.addIssue({ code: "custom", path: [index], message: message });
    }
  }),
});

const version = z.literal(1, { error: "has a version that this release cannot read" });

/** Schema of the stored and exported document of an added accelerator. */
export const acceleratorDocument = z.strictObject({
  kind: z.literal("accelerator"),
  version,
  accelerator: acceleratorSchema,
});
/** Stored and exported document of an added accelerator. */
export type AcceleratorDocument = z.infer<typeof acceleratorDocument>;
