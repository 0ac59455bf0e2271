/** Where a page is split by a label and a panel is not, or by one that nothing has: told, so that no whole passes for a part. */
import type { Answer } from "@/lib/model/answer";
import type { ShownPanel } from "./use-panels";

/** The sentence under the panel; null where it is split as asked, or nothing is there to be split. */
export function splitWarning(
  { draw, label }: Pick<ShownPanel, "draw" | "label">,
  by: string | null,
  answer: Answer | null,
): string | null {
  if (by === null || label !== undefined || answer === null) return null;
  const { series, split } = answer;
  if (!series.some(({ values }) => values.some((value) => value !== null))) return null;
  if (split === undefined)
    return draw === "shares"
      ? `Not split by ${by}: this is of all requests.`
      : `Not split by ${by}: no series with it counted anything in this window. This is of all requests.`;
  const isNowhere = series.every(({ group }) => group?.kind === "value" && group.value === "");
  return isNowhere ? `No series of it has the label ${by}: all of it stands as one line.` : null;
}
