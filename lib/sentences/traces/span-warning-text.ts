/** Warnings about the data quality of one span. */
import type { SpanFlag } from "@/lib/model/traces/trace";
import { countWithNoun } from "@/lib/format/agreement";
import { formatNanoseconds } from "@/lib/format/time";

/** One sentence per kind of invalid or inconsistent span data. */
export const spanFlagTexts: { readonly [F in SpanFlag]: string } = {
  "missing-parent": "The parent span is not in this trace.",
  "sent-twice": "The source returned this span more than once. It is shown once.",
  "shared-id": "Another span of this trace has the same span ID.",
  "cycle-cut": "The parent references form a cycle, which was cut at this span.",
  "negative-duration": "The span ends before it starts.",
  "impossible-times": "The times are invalid. The span is drawn at the start of the trace.",
  "starts-before-parent":
    "The span starts before its parent. The clocks differ, or the reported times are wrong.",
  "ends-after-parent": "The span ends after its parent.",
};

/** Describes the clock of a span's host. `shiftNs` is positive if this clock is behind the caller's clock. */
export function clockShiftText(shiftNs: number): string {
  return `The clock of this host seems to be ${formatNanoseconds(Math.abs(shiftNs))} ${shiftNs > 0 ? "behind" : "ahead of"} the caller's clock.`;
}

/** States how many descendants of a span are not shown. */
export function omittedSpansText(count: number): string {
  return `${countWithNoun(count, "span below this span is", "spans below this span are")} not shown.`;
}
