/** Details of all spans of a trace, for a copy of the trace that is read without its source. */
import type { Steps } from "@/lib/base/steps";
import type { SpanResponse } from "@/lib/contracts/traces/traces";
import type { Trace } from "@/lib/model/traces/trace";
import type { AttributeDisplayOptions } from "./display-attributes";
import { describeSpan } from "./describe-span";

type SpanDescription = Omit<SpanResponse, "asOfMs">;

interface DescribeOptions extends AttributeDisplayOptions {
  readonly logsUrlTemplate: string | undefined;
  /** Maximum size of the details as JSON. */
  readonly maxBytes: number;
}

/** Describes all spans of a trace by id, in steps. Returns null as soon as the details exceed `maxBytes`. */
export function* describeSpans(
  trace: Trace,
  { logsUrlTemplate, maxBytes, ...options }: DescribeOptions,
): Steps<{ [spanId: string]: SpanDescription } | null> {
  const described = new Map<string, SpanDescription>();
  let byteCount = 0;
  for (const spanId of new Set(trace.spans.map((span) => span.spanId))) {
    yield;
    const description = describeSpan(trace, spanId, logsUrlTemplate, options);
    if (description === null) continue;
    byteCount += Buffer.byteLength(JSON.stringify({ [spanId]: description }));
    if (byteCount > maxBytes) return null;
    described.set(spanId, description);
  }
  return Object.fromEntries(described);
}
