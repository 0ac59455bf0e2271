import Link from "next/link";
import type { TraceView } from "@/lib/client/trace-view";
import type { SpanDetail } from "@/lib/contracts/traces/traces";
import { countWithNoun } from "@/lib/format/agreement";
import { Button } from "@/components/ui/button";
import { AttributeList } from "./attribute-list";

/** Navigation to other traces of an opened file, which a source may not have. */
export interface FileTraceNavigation {
  /** False only if the file certainly lacks the trace. */
  readonly mayContain: (traceId: string) => boolean;
  readonly showSpan: (traceId: string, spanId: string) => void;
}

interface LinkedSpansProps {
  readonly trace: TraceView;
  readonly detail: Pick<SpanDetail, "links" | "omittedLinkCount">;
  /** Shows a row of this trace. */
  readonly onShow: (row: number) => void;
  /** Null for a trace from a source. */
  readonly file: FileTraceNavigation | null;
}

/** Lists the span links. A link to another trace opens that trace. */
export function LinkedSpans({ trace, detail: { links, omittedLinkCount }, onShow, file }: LinkedSpansProps) {
  if (links.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 text-xs font-semibold">
        Linked spans <span className="font-normal text-ink-3">{links.length + omittedLinkCount}</span>
      </h3>
      <ul className="mt-1 text-xs">
        {links.map((link, index) => (
          <li key={index} className="border-t border-rule py-1">
            <LinkedSpan trace={trace} link={link} onShow={onShow} file={file} />
            {link.traceState !== null && (
              <p className="break-all text-ink-3">trace state {link.traceState}</p>
            )}
            {Object.keys(link.attributes).length > 0 && (
              <div className="pl-4">
                <AttributeList attributes={link.attributes} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {omittedLinkCount > 0 && (
        <p className="text-2xs text-ink-3">
          {countWithNoun(omittedLinkCount, "more linked span is", "more linked spans are")} not shown.
        </p>
      )}
    </>
  );
}

interface TargetProps extends Pick<LinkedSpansProps, "trace" | "onShow" | "file"> {
  readonly link: SpanDetail["links"][number];
}

function LinkedSpan({ trace, link, onShow, file }: TargetProps) {
  const { traceId, spanId } = link;
  const id = <code className="font-mono text-2xs break-all">{spanId}</code>;
  if (traceId !== trace.traceId) return <OtherTraceLink link={link} file={file} />;
  const row = trace.spans.findRowsById(spanId).find((each) => trace.spans.findSpanId(each) === spanId);
  if (row === undefined) return <>Span {id}, which is not in this trace</>;
  return (
    <Button size="sm" variant="ghost" onClick={() => onShow(row)}>
      {trace.spans.names[trace.spans.nameIndex[row] ?? -1]} {id}
    </Button>
  );
}

/** Links to a span of another trace: in the opened file if it may contain the trace, or in the source. */
function OtherTraceLink({ link: { traceId, spanId }, file }: Pick<TargetProps, "link" | "file">) {
  const [span, trace] = [spanId, traceId].map((id) => (
    <code key={id} className="font-mono text-2xs break-all">
      {id}
    </code>
  ));
  if (file?.mayContain(traceId) === true)
    return (
      <button
        type="button"
        className="text-left text-accent hover:underline"
        onClick={() => file.showSpan(traceId, spanId)}
      >
        Span {span} of the file's trace {trace}
      </button>
    );
  const newTabProps = file === null ? {} : ({ target: "_blank", rel: "noopener noreferrer" } as const);
  return (
    <>
      <Link
        className="text-accent hover:underline"
        href={`/traces/${traceId}?span=${spanId}`}
        {...newTabProps}
      >
        Span {span} of trace {trace}
      </Link>
      {file !== null && ", which is not in this file"}
    </>
  );
}
