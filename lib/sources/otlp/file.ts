/**
 * Reader of OTLP JSON files: one export as in the specification, or one per line as the collector's file exporter
 * writes them.
 */
import { z } from "zod";
import type { FileTracesGenerator } from "./separate-spans";
import { readSpanGroups, createSpanGroupsSchema } from "./groups";

const range = z.object({ from: z.number(), to: z.number() }).default({ from: 0, to: 0 });
const groups = createSpanGroupsSchema(range);
/** Tempo uses the key `batches`; Jaeger's v3 API adds an outer `result`. */
const named = z.union([
  z.object({ resourceSpans: groups }).transform((envelope) => envelope.resourceSpans),
  z.object({ batches: groups }).transform((envelope) => envelope.batches),
]);
const envelope = z.union([
  named,
  z.object({ result: named }).transform(({ result }) => result),
  z.object({ trace: named }).transform(({ trace }) => trace),
]);
/** An OTLP trace file without its spans. */
export type OtlpEnvelope = z.infer<typeof envelope>;

/**
 * Returns the resource groups of the file's JSON documents without their spans; null when they are not OTLP JSON.
 */
export function parseOtlpEnvelope(documents: readonly unknown[]): OtlpEnvelope | null {
  const parsed = z.array(envelope).min(1).safeParse(documents);
  return parsed.success ? parsed.data.flat() : null;
}

/** Reads all traces of the file. `readSpanAt` returns span n of the file as JSON, or undefined for invalid JSON. */
export function readOtlpFile(
  resourceGroups: OtlpEnvelope,
  readSpanAt: (index: number) => unknown,
): FileTracesGenerator {
  return readSpanGroups(resourceGroups, function* ({ from, to }) {
    for (let index = from; index < to; index += 1) yield readSpanAt(index);
  });
}
