/** The conditions of a question about traces, from how a door is asked to how traces are read. */
import { AppError } from "@/lib/model/app-error";
import type { TraceFilters } from "./trace-filters";

export interface TraceConditions {
  readonly operation?: string | undefined;
  readonly minMs?: number | undefined;
  readonly maxMs?: number | undefined;
  readonly errors?: "true" | undefined;
  /** `name=value`, `name>number` or `name<=number`. */
  readonly attribute?: string | undefined;
}

/** Undefined where nothing is asked for. Throws invalid-input for durations that no trace can have. */
export function filtersOf(conditions: TraceConditions): TraceFilters | undefined {
  const { operation, minMs, maxMs, errors, attribute } = conditions;
  if (minMs !== undefined && maxMs !== undefined && minMs > maxMs)
    throw new AppError(
      "invalid-input",
      `No trace is at least ${minMs} ms and at most ${maxMs} ms long; the first must be the smaller`,
    );
  const filters: TraceFilters = {
    ...(operation === undefined ? {} : { operation }),
    ...(minMs === undefined ? {} : { durationMinMs: minMs }),
    ...(maxMs === undefined ? {} : { durationMaxMs: maxMs }),
    ...(errors === undefined ? {} : { isError: true }),
    ...(attribute === undefined ? {} : attributeFilter(attribute)),
  };
  return Object.keys(filters).length === 0 ? undefined : filters;
}

/** Split at the first sign, since values may have more of them. */
function attributeFilter(text: string): Pick<TraceFilters, "attributes" | "range"> {
  const [, name = "", sign = "=", value = ""] = /^([^=<>]+)(=|>|<=)([\s\S]*)$/.exec(text) ?? [];
  if (sign === "=") return { attributes: { [name]: value } };
  const limit = value.trim() === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(limit))
    throw new AppError("invalid-input", `${name} can be above or at most a number, and ${value} is none`);
  return { range: { name, ...(sign === ">" ? { above: limit } : { upTo: limit }) } };
}
