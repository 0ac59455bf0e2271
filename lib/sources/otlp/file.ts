/**
 * Reader of OTLP JSON files: one export as in the specification, or one per line as the collector's file exporter
 * writes them.
 */
import { z } from "zod";
import type { FileSteps } from "./cut-spans";
import { fromOtlp, gatherSpans } from "./mapper";
import { resourceSpans } from "./groups";
import { readOtlpSpan } from "./read-span";

const range = z.object({ from: z.number(), to: z.number() }).default({ from: 0, to: 0 });
const groups = z.array(
  resourceSpans.element.extend({
    scopeSpans: z
      .array(
        z.object({ scope: z.object({ name: z.string().default("") }).default({ name: "" }), spans: range }),
      )
      .default([]),
  }),
);
/** Tempo uses the key `batches`; Jaeger's v3 API adds an outer `result`. */
const named = z.union([
  z.object({ resourceSpans: groups }).transform((envelope) => envelope.resourceSpans),
  z.object({ batches: groups }).transform((envelope) => envelope.batches),
]);
const skeleton = z.union([
  named,
  z.object({ result: named }).transform(({ result }) => result),
  z.object({ trace: named }).transform(({ trace }) => trace),
]);
export type OtlpSkeleton = z.infer<typeof skeleton>;

/** Returns the resource groups of the file without their spans; null when `parts` are not OTLP JSON. */
export function otlpSkeleton(parts: readonly unknown[]): OtlpSkeleton | null {
  const parsed = z.array(skeleton).min(1).safeParse(parts);
  return parsed.success ? parsed.data.flat() : null;
}

const spansAStep = 500;

/** Reads all traces of the file. `spanAt` returns span n of the file as JSON, or undefined for invalid JSON. */
export function* tracesFromOtlpFile(file: OtlpSkeleton, spanAt: (index: number) => unknown): FileSteps {
  const gathered = gatherSpans();
  let strangeSpans = 0;
  for (const { resource, scopeSpans } of file) {
    const attributes = fromOtlp(resource.attributes);
    for (const { scope, spans } of scopeSpans) {
      for (let index = spans.from; index < spans.to; index += 1) {
        const span = readOtlpSpan(spanAt(index));
        if (span !== null) gathered.add(span, { resource: attributes, scope: scope.name });
        else strangeSpans += 1;
        if (index % spansAStep === 0) yield;
      }
    }
  }
  return { traces: gathered.traces(), unreadableSpans: strangeSpans };
}
