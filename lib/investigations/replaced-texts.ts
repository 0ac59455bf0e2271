/** Lists the texts that an edit of a step replaced, for the timeline. */
import type { TimelinePayload } from "@/lib/model/investigation/timeline-payload";
import { getStep } from "./steps/steps";

/** A text of a step before an edit. */
export interface ReplacedText {
  /** Label of the field. */
  readonly label: string;
  readonly text: string;
  /** True if the text is only the start of a longer text. */
  readonly isShortened: boolean;
}

/** Returns the texts that the edit replaced or removed. Empty for the first input of a field. */
export function listReplacedTexts({
  step,
  changes = [],
}: Extract<TimelinePayload, { readonly kind: "step-input" }>): readonly ReplacedText[] {
  const { fields } = getStep(step);
  return changes.flatMap(({ field, from, isShortened = false }) => {
    const declared = fields.find(({ id }) => id === field);
    if (from === null || from === "") return [];
    const option = declared?.kind === "choice" ? declared.options.find(({ id }) => id === from) : undefined;
    return [{ label: declared?.label ?? field, text: option?.title ?? from, isShortened }];
  });
}
