/** The conditions of a question about traces, from how a door is asked to how traces are read. */
import { AppError } from "@/lib/model/app-error";
import type { TraceFilters } from "./trace-filters";

export interface TraceConditions {
  readonly operation?: string | undefined;
  readonly leastMs?: number | undefined;
  readonly mostMs?: number | undefined;
  readonly errors?: "true" | undefined;
  /** `name=value`. */
  readonly attribute?: string | undefined;
}

/** Undefined where nothing is asked for. Throws invalid-input for durations that no trace can have. */
export function filtersOf(conditions: TraceConditions): TraceFilters | undefined {
  const { operation, leastMs, mostMs, errors, attribute } = conditions;
  if (leastMs !== undefined && mostMs !== undefined && leastMs > mostMs)
    throw new AppError(
      "invalid-input",
      `No trace is at least ${leastMs} ms and at most ${mostMs} ms long; the first must be the smaller`,
    );
  const filters: TraceFilters = {
    ...(operation === undefined ? {} : { operation }),
    ...(leastMs === undefined ? {} : { durationMinMs: leastMs }),
    ...(mostMs === undefined ? {} : { durationMaxMs: mostMs }),
    ...(errors === undefined ? {} : { isError: true }),
    ...(attribute === undefined ? {} : { attributes: attributePair(attribute) }),
  };
  return Object.keys(filters).length === 0 ? undefined : filters;
}

/** Split at the first "=", since values may have more of them. */
function attributePair(text: string): Readonly<Record<string, string>> {
  const at = text.indexOf("=");
  return { [text.slice(0, at)]: text.slice(at + 1) };
}
