/** State of the Roofline page in the URL, in addition to the view and the what-if. */
import { useQueryState } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";

/** Parser of the URL parameter for the displayed phase: decode or prefill. */
export const stepParser = parseAsStringLiteral(["decode", "prefill"]);

const sweepParser = parseAsStringLiteral(["on"]).withOptions({ history: "replace" });

/** Returns whether the batch sweep is displayed on the plot, and a setter. */
export function useSweepLayer() {
  return useQueryState("sweep", sweepParser);
}
