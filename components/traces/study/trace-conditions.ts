/** Which traces are looked at: as a line, and out of a form. */
import type { StudyState } from "@/lib/client/study-url";
import { studyParsers } from "@/lib/client/study-url";
import { studyBounds } from "@/lib/model/study-bounds";
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

/** Whether anything but the service is asked of a request. */
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

/** Which traces, without how many and what is slow. */
export function pickConditions({ svc, op, minMs, maxMs, err, attr }: StudyState): Conditions {
  return { svc, op, minMs, maxMs, err, attr };
}

/** What a form holds; what is empty or cannot be used is no condition. */
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
