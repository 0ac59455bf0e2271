/** Reader of Jaeger JSON files, as downloaded from the Jaeger UI and returned by the legacy API. */
import { z } from "zod";
import type { FileTracesGenerator } from "@/lib/sources/otlp/separate-spans";
import type { Trace } from "@/lib/model/traces/trace";
import { createLegacyTraceCollector } from "./mapper";
import { legacyTrace, readLegacySpan } from "./wire";

const trace = legacyTrace.extend({ spans: z.object({ from: z.number(), to: z.number() }) });
/** A downloaded file, or a trace or list of traces that was copied from a downloaded file. */
const envelope = z.union([
  z.object({ data: z.array(trace).min(1) }).transform(({ data }) => data),
  trace.transform((one) => [one]),
  z.array(trace).min(1),
]);
/** A Jaeger file without its spans. */
export type JaegerTracesWithoutSpans = z.infer<typeof envelope>;

/** Returns the traces of the file's JSON documents without their spans; null when they are not Jaeger JSON. */
export function parseJaegerTracesWithoutSpans(
  documents: readonly unknown[],
): JaegerTracesWithoutSpans | null {
  const parsed = z.array(envelope).min(1).safeParse(documents);
  return parsed.success ? parsed.data.flat() : null;
}

const spansAStep = 500;

/** Reads all traces of the file. `readSpanAt` returns span n of the file as JSON, or undefined for invalid JSON. */
export function* readJaegerFile(
  envelopeTraces: JaegerTracesWithoutSpans,
  readSpanAt: (index: number) => unknown,
): FileTracesGenerator {
  const traces: Trace[] = [];
  let strangeSpans = 0;
  for (const trace of envelopeTraces) {
    const gathered = createLegacyTraceCollector(trace);
    for (let index = trace.spans.from; index < trace.spans.to; index += 1) {
      const span = readLegacySpan(readSpanAt(index));
      if (span !== null) gathered.add(span);
      else strangeSpans += 1;
      if (index % spansAStep === 0) yield;
    }
    const read = yield* gathered.trace();
    if (read !== null) traces.push(read);
  }
  return { traces, unreadableSpanCount: strangeSpans };
}
