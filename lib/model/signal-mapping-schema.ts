/** Mappings as a file, a request or a stored document has them. Apart from the words, so that the browser need not load the schema. */
import { z } from "zod";
import {
  mappedLabelPattern,
  mappedSignals,
  mappingKinds,
  metricNamePattern,
  type MappedSignal,
} from "./signal-mapping";

const metricName = z.string().regex(metricNamePattern, "must be a metric's name");
const labelName = z.string().regex(mappedLabelPattern, "must be a label's name");

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
        message: "needs one of histogram, counter or gauge with a metric's name",
      });
  });

/** As a file or a stored document has them. */
export const signalMappings = z.partialRecord(
  z.enum(mappedSignals as [MappedSignal, ...MappedSignal[]]),
  mapping,
);
