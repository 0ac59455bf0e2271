/** The shapes in which Tempo answers. Traces come as OTLP, under one of several names in the course of its releases. */
import { z } from "zod";
import { resourceSpans } from "@/lib/sources/otlp/groups";
import { hexId } from "@/lib/sources/otlp/wire";

/** Values come bare from the older path and with their type from the newer. */
export const tagValues = z.object({
  tagValues: z
    .array(z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]))
    .nullable()
    .default(null),
});

/** What a search tells of a trace; its spans are asked for one trace after another. */
export const searchAnswer = z.object({
  traces: z
    .array(z.object({ traceID: hexId }))
    .nullable()
    .default(null),
});

const spans = z.union([
  z.object({ batches: resourceSpans }).transform(({ batches }) => batches),
  z.object({ resourceSpans }).transform((envelope) => envelope.resourceSpans),
]);
export const traceAnswer = z.union([z.object({ trace: spans }).transform(({ trace }) => trace), spans]);
export type TraceAnswer = z.infer<typeof traceAnswer>;

export const buildInfo = z.object({ version: z.string().default("") });
