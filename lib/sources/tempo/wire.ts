/** Zod schemas of Tempo responses. Traces are in OTLP, under a name that depends on the release. */
import { z } from "zod";
import { otlpTraces } from "@/lib/sources/otlp/groups";
import { hexId } from "@/lib/sources/otlp/wire";

/** Schema of a list of tag values. They are strings on the older path and objects with a type on the newer path. */
export const tagValues = z.object({
  tagValues: z
    .array(z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]))
    .nullable()
    .default(null),
});

/** Schema of a search result. Only the ids are read, because the spans are fetched per trace. */
export const searchResponse = z.object({
  traces: z
    .array(z.object({ traceID: hexId }))
    .nullable()
    .default(null),
});

const traces = z.union([
  z.object({ batches: otlpTraces }).transform(({ batches }) => batches),
  z.object({ resourceSpans: otlpTraces }).transform((envelope) => envelope.resourceSpans),
]);
/** Schema of a response with one trace, which newer releases wrap in `trace`. */
export const traceResponse = z.union([z.object({ trace: traces }).transform(({ trace }) => trace), traces]);

/** Schema of a response with the version of a Tempo server. */
export const buildInfo = z.object({ version: z.string().default("") });
