import type { TraceView } from "@/lib/client/trace-view";
import { formatNanoseconds } from "@/lib/format/time";
import { errorFlagBit, flagsOf } from "@/lib/model/traces/drawn-span";
import type { SpanFlag } from "@/lib/model/traces/trace";
import { countWithNoun } from "@/lib/format/agreement";
import { ShapeMark } from "@/components/shared/status-mark";

const flagText: { readonly [F in SpanFlag]: string } = {
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

/** Shows errors and data quality warnings of a span. */
export function SpanWarnings({ trace: { spans }, row }: { readonly trace: TraceView; readonly row: number }) {
  const flags = spans.flags[row] ?? 0;
  const [clockOffsetNs, excludedSpans] = [spans.clockShiftNs.get(row), spans.omittedSpanCounts.get(row)];
  return (
    <>
      {(flags & errorFlagBit) !== 0 && (
        <p className="mt-2 flex items-center gap-1.5 text-bad">
          <ShapeMark shape="failed" className="size-2.5" /> Error status
        </p>
      )}
      {clockOffsetNs !== undefined && (
        <p className="mt-2 text-xs text-ink-2">
          The clock of this host seems to be {formatNanoseconds(Math.abs(clockOffsetNs))}{" "}
          {clockOffsetNs > 0 ? "behind" : "ahead of"} the caller's clock.
        </p>
      )}
      {excludedSpans !== undefined && (
        <p className="mt-2 text-xs text-ink-2">
          {countWithNoun(excludedSpans, "span below this span is", "spans below this span are")} not shown.
        </p>
      )}
      {flagsOf(flags).map((flag) => (
        <p key={flag} className="mt-2 flex items-start gap-1.5 text-xs text-warn">
          <ShapeMark shape="unusual" className="mt-1 size-2.5" /> {flagText[flag]}
        </p>
      ))}
    </>
  );
}
