/** Reads single attributes of spans under the names that conventions old and new give them. */
import type { Span } from "@/lib/model/trace";

export const promptTokenNames = ["gen_ai.usage.prompt_tokens", "gen_ai.usage.input_tokens"] as const;
export const outputTokenNames = ["gen_ai.usage.completion_tokens", "gen_ai.usage.output_tokens"] as const;

/** The finite number under `name`, also where it was sent as text; null when there is none. */
export function numberAttribute({ attributes }: Pick<Span, "attributes">, name: string): number | null {
  const value = attributes[name];
  const isText = typeof value === "string" && value.trim() !== "";
  if (typeof value !== "number" && !isText) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The first of `names` that any span has, looking at spans in their order. */
export function firstNumber(spans: readonly Span[], names: readonly string[]): number | null {
  for (const span of spans) {
    for (const name of names) {
      const value = numberAttribute(span, name);
      if (value !== null) return value;
    }
  }
  return null;
}
