/** Zod schema of OTLP span groups: by resource, then by instrumentation scope. */
import { z } from "zod";
import { readOtlpSpan } from "./read-span";
import { otlpAttributes, type OtlpSpan } from "./wire";

const spans = z.array(z.unknown()).transform((values, context): OtlpSpan[] => {
  const read = values.map(readOtlpSpan);
  if (read.includes(null)) context.addIssue({ code: "custom", message: "not a span" });
  return read.filter((span) => span !== null);
});

export const resourceSpans = z.array(
  z.object({
    resource: z.object({ attributes: otlpAttributes }).default({ attributes: [] }),
    scopeSpans: z
      .array(
        z.object({
          scope: z.object({ name: z.string().default("") }).default({ name: "" }),
          spans: spans.default([]),
        }),
      )
      .default([]),
  }),
);
export type ResourceSpans = z.infer<typeof resourceSpans>;
