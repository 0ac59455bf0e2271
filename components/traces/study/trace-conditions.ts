/** Conditions that select traces: as text, and parsed from a form. */
import type { StudyState } from "@/lib/client/study-url";
import { studyParsers } from "@/lib/client/study-url";
import { studyBounds } from "@/lib/model/traces/study-bounds";
import { formatCount, thinSpace } from "@/lib/format/number";

export function conditionsText({ svc, op, minMs, maxMs, err, attr }: Conditions): string {
  const parts = [
    ...(svc === null ? [] : [`of ${svc}`]),
    ...(op === null ? [] : [`with ${op}`]),
    ...(minMs === null ? [] : [`at least ${formatCount(minMs)}${thinSpace}ms long`]),
    ...(maxMs === null ? [] : [`at most ${formatCount(maxMs)}${thinSpace}ms long`]),
    ...(err === null ? [] : ["with an error"]),
    ...(attr === null ? [] : [`with ${attr}`]),
  ];
  return parts.length === 0 ? "All traces" : `Traces ${parts.join(", ")}`;
}

export type Conditions = Pick<StudyState, "svc" | "op" | "minMs" | "maxMs" | "err" | "attr">;

/** Returns whether there is a condition besides the service. */
export function hasConditions({ op, minMs, maxMs, err, attr }: Conditions): boolean {
  return [op, minMs, maxMs, err, attr].some((value) => value !== null);
}

export const noConditions: Conditions = {
  svc: null,
  op: null,
  minMs: null,
  maxMs: null,
  err: null,
  attr: null,
};

/** Returns only the conditions that select traces, without the limit and the definition of slow. */
export function pickConditions({ svc, op, minMs, maxMs, err, attr }: StudyState): Conditions {
  return { svc, op, minMs, maxMs, err, attr };
}

/** Parses the form. Empty or invalid fields are ignored. */
export function parseConditionsForm(form: FormData): Conditions & Pick<StudyState, "n"> {
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
    svc: parseField("svc"),
    op: parseField("op"),
    minMs: parseField("minMs"),
    maxMs: parseField("maxMs"),
    err: parseField("err"),
    attr: parseField("attr"),
    n: n === studyBounds.defaultCount ? null : n,
  };
}
