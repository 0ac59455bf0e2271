/**
 * Schema of mappings in a file, a request or a stored document. Separate from `signal-mapping.ts`, so that the
 * browser does not load Zod.
 */
import { z } from "zod";
import {
  mappedLabelPattern,
  mappableSignals,
  mappingKinds,
  metricNamePattern,
  type MappedSignal,
} from "./signal-mapping";

const metricName = z.string().regex(metricNamePattern, "must be a valid metric name");
const labelName = z.string().regex(mappedLabelPattern, "must be a valid label name");

const mapping = z
  .strictObject({
    histogram: metricName.optional(),
    counter: metricName.optional(),
    gauge: metricName.optional(),
    of: metricName.optional(),
    scale: z.number({ error: "must be a number" }).positive("must be above 0").optional(),
    labels: z.record(labelName, z.string().max(256)).optional(),
  })
  .superRefine((given, context) => {
    const count = mappingKinds.filter((kind) => given[kind] !== undefined).length;
    if (count !== 1)
      context.addIssue({
        code: "custom",
        message: "needs exactly one of histogram, counter or gauge, with a metric name",
      });
  });

/** Schema of the metrics that a deployment maps to training signals. */
export const signalMappings = z.partialRecord(
  z.enum(mappableSignals as [MappedSignal, ...MappedSignal[]]),
  mapping,
);
