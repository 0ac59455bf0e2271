import Link from "next/link";
import type { TraceView } from "@/lib/client/trace-view";
import type { SpanDetail } from "@/lib/contracts/traces";
import { formatCount } from "@/lib/format/number";
import { Button } from "@/components/ui/button";
import { AttributeList } from "./attribute-list";

interface LinkedSpansProps {
  readonly trace: TraceView;
  readonly detail: Pick<SpanDetail, "links" | "linksLeftOut">;
  /** Shows a row of this trace. */
  readonly onShow: (row: number) => void;
}

/** The spans that a span names beside its parent; one of another trace leads there. */
export function LinkedSpans({ trace, detail: { links, linksLeftOut }, onShow }: LinkedSpansProps) {
  if (links.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 text-xs font-semibold">
        Linked spans <span className="font-normal text-ink-3">{links.length + linksLeftOut}</span>
      </h3>
      <ul className="mt-1 text-xs">
        {links.map((link, index) => (
          <li key={index} className="border-t border-rule py-1">
            <Target trace={trace} link={link} onShow={onShow} />
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
      {linksLeftOut > 0 && (
        <p className="text-2xs text-ink-3">{formatCount(linksLeftOut)} more linked spans left out.</p>
      )}
    </>
  );
}

interface TargetProps extends Pick<LinkedSpansProps, "trace" | "onShow"> {
  readonly link: SpanDetail["links"][number];
}

function Target({ trace, link: { traceId, spanId }, onShow }: TargetProps) {
  const id = <code className="font-mono text-2xs break-all">{spanId}</code>;
  if (traceId !== trace.traceId)
    return (
      <Link className="text-accent hover:underline" href={`/traces/${traceId}?span=${spanId}`}>
        Span {id} of trace <code className="font-mono text-2xs break-all">{traceId}</code>
      </Link>
    );
  const row = trace.spans.rowsOfId(spanId).find((each) => trace.spans.idOf(each) === spanId);
  if (row === undefined) return <>Span {id}, which is not in this trace</>;
  return (
    <Button size="sm" look="ghost" onClick={() => onShow(row)}>
      {trace.spans.names[trace.spans.name[row] ?? -1]} {id}
    </Button>
  );
}
