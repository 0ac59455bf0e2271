/** Reads span attributes under the names of old and new conventions. */
import { ownValue } from "@/lib/base/own-value";
import type { Span } from "@/lib/model/traces/trace";

/** Attributes with the number of prompt tokens, in the spellings of engines and of OpenTelemetry. */
export const promptTokenNames = ["gen_ai.usage.prompt_tokens", "gen_ai.usage.input_tokens"] as const;
/** Attributes with the number of output tokens, in the spellings of engines and of OpenTelemetry. */
export const outputTokenNames = ["gen_ai.usage.completion_tokens", "gen_ai.usage.output_tokens"] as const;

/** Returns the finite number of an attribute, also if it was sent as text; null when there is none. */
export function readNumberAttribute({ attributes }: Pick<Span, "attributes">, name: string): number | null {
  const value = ownValue(attributes, name);
  const isText = typeof value === "string" && value.trim() !== "";
  if (typeof value !== "number" && !isText) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/**
 * Returns the number of the earliest span that has one of the attributes `names`; earlier names have priority. If
 * several spans have that start, returns the largest of their numbers. Null if no span has such an attribute.
 */
export function readFirstNumberAttribute(
  spans: readonly Pick<Span, "attributes" | "startNs">[],
  names: readonly string[],
): number | null {
  let found: { readonly startNs: number; readonly value: number } | null = null;
  for (const span of spans) {
    if (found !== null && span.startNs > found.startNs) continue;
    const value = numberOfSpan(span, names);
    if (value === null) continue;
    if (found === null || span.startNs < found.startNs || value > found.value) {
      found = { startNs: span.startNs, value };
    }
  }
  return found?.value ?? null;
}

function numberOfSpan(span: Pick<Span, "attributes">, names: readonly string[]): number | null {
  for (const name of names) {
    const value = readNumberAttribute(span, name);
    if (value !== null) return value;
  }
  return null;
}
