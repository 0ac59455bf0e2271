/** Which traces are looked at: as a line, and out of a form. */
import type { StudyState } from "@/lib/client/study-url";
import { studyParsers } from "@/lib/client/study-url";
import { studyBounds } from "@/lib/model/study-bounds";
import { formatCount, thinSpace } from "@/lib/format/number";

export function conditionWords({ svc, op, least, most, err, attr }: Conditions): string {
  const parts = [
    ...(svc === null ? [] : [`of ${svc}`]),
    ...(op === null ? [] : [`with ${op}`]),
    ...(least === null ? [] : [`at least ${formatCount(least)}${thinSpace}ms long`]),
    ...(most === null ? [] : [`at most ${formatCount(most)}${thinSpace}ms long`]),
    ...(err === null ? [] : ["with an error"]),
    ...(attr === null ? [] : [`with ${attr}`]),
  ];
  return parts.length === 0 ? "All traces" : `Traces ${parts.join(", ")}`;
}

export type Conditions = Pick<StudyState, "svc" | "op" | "least" | "most" | "err" | "attr">;

/** Whether anything but the service is asked of a request. */
export function hasConditions({ op, least, most, err, attr }: Conditions): boolean {
  return [op, least, most, err, attr].some((value) => value !== null);
}

export const noConditions: Conditions = {
  svc: null,
  op: null,
  least: null,
  most: null,
  err: null,
  attr: null,
};

/** Which traces, without how many and what is slow. */
export function withoutChoices({ svc, op, least, most, err, attr }: StudyState): Conditions {
  return { svc, op, least, most, err, attr };
}

/** What a form holds; what is empty or cannot be used is no condition. */
export function conditionsOf(form: FormData): Conditions & Pick<StudyState, "n"> {
  const text = (name: string): string | null => {
    const value = form.get(name);
    return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
  };
  const given = <K extends keyof StudyState>(
    name: K,
  ): ReturnType<(typeof studyParsers)[K]["parse"]> | null => {
    const value = text(name);
    return value === null
      ? null
      : (studyParsers[name].parse(value) as ReturnType<(typeof studyParsers)[K]["parse"]>);
  };
  const n = given("n");
  return {
    svc: given("svc"),
    op: given("op"),
    least: given("least"),
    most: given("most"),
    err: given("err"),
    attr: given("attr"),
    n: n === studyBounds.byDefault ? null : n,
  };
}
