/** Formats a sentence as plain text, for labels, summaries and files. */
import type { Sentence } from "@/lib/model/sentence";
import { downSinceText } from "./down-since";
import { formatConfiguredValue, formatWithUnit } from "./number";

/** Returns the text of a sentence with formatted numbers. Times are in UTC. */
export function sentenceText(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (part.kind === "down-since") return downSinceText(part.since, "UTC");
      if (part.kind !== "number") return part.text;
      return (part.isLimit === true ? formatConfiguredValue : formatWithUnit)(
        part.value,
        part.unit,
        part.displayUnit,
      );
    })
    .join("");
}
