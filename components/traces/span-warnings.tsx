import type { TraceView } from "@/lib/client/trace-view";
import { formatCount } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { errorBit, flagsOf } from "@/lib/model/drawn-span";
import type { SpanFlag } from "@/lib/model/trace";
import { ShapeMark } from "@/components/shared/status-mark";

const flagText: { readonly [F in SpanFlag]: string } = {
  "missing-parent": "Its parent is not in this trace.",
  "sent-twice": "The source sent it more than once; it is shown once.",
  "shared-id": "Another span of this trace has the same id.",
  "cycle-cut": "Its parents form a ring, which was cut here.",
  "negative-duration": "It ends before it begins.",
  "impossible-times": "Its times cannot be; it is drawn where the trace begins.",
  "starts-before-parent": "It begins before its parent: two clocks differ, or its times were told wrongly.",
  "ends-after-parent": "It ends after its parent.",
};

/** What is wrong with a span, or with how it was told. */
export function SpanWarnings({ trace: { spans }, row }: { readonly trace: TraceView; readonly row: number }) {
  const flags = spans.flags[row] ?? 0;
  const [clockOffsetNs, excludedSpans] = [spans.clockShiftNs.get(row), spans.omittedSpans.get(row)];
  return (
    <>
      {(flags & errorBit) !== 0 && (
        <p className="mt-2 flex items-center gap-1.5 text-bad">
          <ShapeMark shape="failed" className="size-2.5" /> ended in error
        </p>
      )}
      {clockOffsetNs !== undefined && (
        <p className="mt-2 text-xs text-ink-2">
          Its host's clock seems to be {formatNanoseconds(Math.abs(clockOffsetNs))}{" "}
          {clockOffsetNs > 0 ? "behind" : "ahead of"} its caller's.
        </p>
      )}
      {excludedSpans !== undefined && (
        <p className="mt-2 text-xs text-ink-2">{formatCount(excludedSpans)} spans below it are left out.</p>
      )}
      {flagsOf(flags).map((flag) => (
        <p key={flag} className="mt-2 flex items-start gap-1.5 text-xs text-warn">
          <ShapeMark shape="unusual" className="mt-1 size-2.5" /> {flagText[flag]}
        </p>
      ))}
    </>
  );
}
