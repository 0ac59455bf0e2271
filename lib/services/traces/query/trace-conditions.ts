/** Converts the conditions of a trace query to filters. */
import { AppError } from "@/lib/model/app-error";
import type { TraceFilters } from "./trace-filters";

/** Query parameters that restrict a list of traces. */
export interface TraceConditions {
  readonly operation?: string | undefined;
  readonly minMs?: number | undefined;
  readonly maxMs?: number | undefined;
  readonly errors?: "true" | undefined;
  /** `name=value`, `name>number` or `name<=number`. */
  readonly attribute?: string | undefined;
}

/**
 * Converts query parameters to trace filters. Undefined if there are none. Throws invalid-input for
 * contradictory durations.
 */
export function toTraceFilters(conditions: TraceConditions): TraceFilters | undefined {
  const { operation, minMs, maxMs, errors, attribute } = conditions;
  if (minMs !== undefined && maxMs !== undefined && minMs > maxMs)
    throw new AppError(
      "invalid-input",
      `the minimum duration of ${minMs} ms exceeds the maximum of ${maxMs} ms`,
    );
  const filters: TraceFilters = {
    ...(operation === undefined ? {} : { operation }),
    ...(minMs === undefined ? {} : { durationMinMs: minMs }),
    ...(maxMs === undefined ? {} : { durationMaxMs: maxMs }),
    ...(errors === undefined ? {} : { hasErrorSpan: true }),
    ...(attribute === undefined ? {} : attributeFilter(attribute)),
  };
  return Object.keys(filters).length === 0 ? undefined : filters;
}

/** Splits at the first operator, because values may contain more. */
function attributeFilter(text: string): Pick<TraceFilters, "attributeTexts" | "attributeRange"> {
  const [, name = "", sign = "=", value = ""] = /^([^=<>]+)(=|>|<=)([\s\S]*)$/.exec(text) ?? [];
  if (sign === "=") return { attributeTexts: { [name]: value } };
  const limit = value.trim() === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(limit))
    throw new AppError(
      "invalid-input",
      `${name} needs a number after > or <=, but "${value}" is not a number`,
    );
  return { attributeRange: { name, ...(sign === ">" ? { above: limit } : { upTo: limit }) } };
}
