/** Warns if a panel is not split like the page, so that a total is not mistaken for one label value. */
import type { Answer } from "@/lib/model/answer";
import type { ShownPanel } from "./panel-question";

/** Returns a sentence that a panel is not split as requested. Null if it is, or if it has no values. */
export function splitWarning(
  { drawAs, splitLabel }: Pick<ShownPanel, "drawAs" | "splitLabel">,
  requestedLabel: string | null,
  answer: Answer | null,
): string | null {
  if (requestedLabel === null || splitLabel !== undefined || answer === null) return null;
  const { series, split } = answer;
  if (!series.some(({ values }) => values.some((value) => value !== null))) return null;
  if (split === undefined)
    return drawAs === "shares"
      ? `Not split by ${requestedLabel}. Values include all requests.`
      : `Not split by ${requestedLabel}: no series with this label had data in this window. Values include all requests.`;
  const isNowhere = series.every(({ group }) => group?.kind === "value" && group.value === "");
  return isNowhere
    ? `No series of this signal has the label ${requestedLabel}. All values are shown as one line.`
    : null;
}
