import type { SpanDetail } from "@/lib/contracts/traces/traces";
import { formatNanoseconds } from "@/lib/format/time";
import { countWithNoun } from "@/lib/format/agreement";
import { AttributeList } from "./attribute-list";

/** Shows status, attributes, events and process of a span. */
export function SpanData({ detail }: { readonly detail: SpanDetail }) {
  return (
    <>
      {detail.statusMessage !== null && (
        <p className="mt-2 text-xs break-words whitespace-pre-wrap">
          <span className="text-ink-3">status message: </span>
          {detail.statusMessage}
        </p>
      )}
      {detail.traceState !== null && (
        <p className="mt-2 text-xs break-all">
          <span className="text-ink-3">trace state: </span>
          {detail.traceState}
        </p>
      )}
      <AttributeList title="Attributes" attributes={detail.attributes} />
      {detail.events.length > 0 && (
        <>
          <h3 className="mt-4 text-xs font-semibold">
            Events <span className="font-normal text-ink-3">{detail.events.length}</span>
          </h3>
          <ul className="mt-1 text-xs">
            {detail.events.map((event, index) => (
              <li key={index} className="border-t border-rule py-0.5">
                <span className="flex gap-3">
                  <span className="tnum w-16 shrink-0 text-right text-ink-3">
                    {event.atNs < 0 ? "" : "+"}
                    {formatNanoseconds(event.atNs)}
                  </span>
                  <span className="min-w-0 break-words">{event.name}</span>
                </span>
                {Object.keys(event.attributes).length > 0 && (
                  <div className="pl-4">
                    <AttributeList attributes={event.attributes} />
                  </div>
                )}
              </li>
            ))}
          </ul>
          {detail.omittedEventCount > 0 && (
            <p className="text-2xs text-ink-3">
              {countWithNoun(detail.omittedEventCount, "more event is", "more events are")} not shown.
            </p>
          )}
        </>
      )}
      <AttributeList title="Process" attributes={detail.resource} />
    </>
  );
}
