/** Conditions that select traces: as text, and parsed from a form. */
import { studyParsers, type TraceConditionState, type StudyState } from "@/lib/client/study-url";
import { traceStudyLimits } from "@/lib/model/traces/study-bounds";
import { formatCount, thinSpace } from "@/lib/format/number";

/** Formats the conditions that select requests as text. */
export function conditionsText({
  service,
  operation,
  minMs,
  maxMs,
  errors,
  attribute,
}: TraceConditionState): string {
  const parts = [
    ...(service === null ? [] : [`of ${service}`]),
    ...(operation === null ? [] : [`with ${operation}`]),
    ...(minMs === null ? [] : [`at least ${formatCount(minMs)}${thinSpace}ms long`]),
    ...(maxMs === null ? [] : [`at most ${formatCount(maxMs)}${thinSpace}ms long`]),
    ...(errors === null ? [] : ["with an error"]),
    ...(attribute === null ? [] : [`with ${attribute}`]),
  ];
  return parts.length === 0 ? "All traces" : `Traces ${parts.join(", ")}`;
}

/** Returns whether there is a condition besides the service. */
export function hasConditions({ operation, minMs, maxMs, errors, attribute }: TraceConditionState): boolean {
  return [operation, minMs, maxMs, errors, attribute].some((value) => value !== null);
}

/** Converts the Y limits of a selected part of the scatter chart, in seconds, to the conditions for the duration, in milliseconds. */
export function toDurationConditions({
  minValue,
  maxValue,
}: {
  readonly minValue: number | null;
  readonly maxValue: number | null;
}): Partial<Pick<StudyState, "minMs" | "maxMs">> {
  return {
    ...(minValue !== null && { minMs: Math.floor(minValue * 1_000) }),
    ...(maxValue !== null && { maxMs: Math.ceil(maxValue * 1_000) }),
  };
}

/** Parses the form. Empty or invalid fields are ignored. */
export function parseConditionsForm(form: FormData): TraceConditionState & Pick<StudyState, "n"> {
  const text = (name: string): string | null => {
    const value = form.get(name);
    return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
  };
  const parseField = <K extends keyof StudyState>(
    name: K,
  ): ReturnType<(typeof studyParsers)[K]["parse"]> | null => {
    const value = text(name);
    return value === null
      ? null
      : (studyParsers[name].parse(value) as ReturnType<(typeof studyParsers)[K]["parse"]>);
  };
  const n = parseField("n");
  return {
    service: parseField("service"),
    operation: parseField("operation"),
    minMs: parseField("minMs"),
    maxMs: parseField("maxMs"),
    errors: parseField("errors"),
    attribute: parseField("attribute"),
    n: n === traceStudyLimits.defaultTraces ? null : n,
  };
}
