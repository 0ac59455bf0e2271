/** Which traces are looked at: as a line, and out of a form. */
import type { StudyState } from "@/lib/client/study-url";
import { studyParsers } from "@/lib/client/study-url";
import { studyBounds } from "@/lib/model/study-bounds";
import { formatCount, thinSpace } from "@/lib/format/number";

export function conditionWords({ svc, op, least, most, err, attr }: StudyState): string {
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

/** What a form holds; what is empty or cannot be used is no condition. */
export function conditionsOf(form: FormData): StudyState {
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
