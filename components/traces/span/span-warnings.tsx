import type { TraceView } from "@/lib/client/trace-view";
import { errorFlagBit, unpackFlags } from "@/lib/model/traces/drawn-span";
import { clockShiftText, omittedSpansText, spanFlagTexts } from "@/lib/sentences/traces/span-warning-text";
import { ShapeMark } from "@/components/shared/status-mark";

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
        <p className="mt-2 text-xs text-ink-2">{clockShiftText(clockOffsetNs)}</p>
      )}
      {excludedSpans !== undefined && (
        <p className="mt-2 text-xs text-ink-2">{omittedSpansText(excludedSpans)}</p>
      )}
      {unpackFlags(flags).map((flag) => (
        <p key={flag} className="mt-2 flex items-start gap-1.5 text-xs text-warn">
          <ShapeMark shape="unusual" className="mt-1 size-2.5" /> {spanFlagTexts[flag]}
        </p>
      ))}
    </>
  );
}
