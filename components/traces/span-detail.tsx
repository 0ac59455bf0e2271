import type { SpanRow } from "@/lib/contracts/traces";
import { formatNanoseconds } from "@/lib/format/time";
import { ShapeMark } from "@/components/shared/status-mark";

const flagWords: { readonly [F in SpanRow["flags"][number]]: string } = {
  "missing-parent": "Its parent is not in this trace.",
  "sent-twice": "The source sent it more than once; it is shown once.",
  "shared-id": "Another span of this trace has the same id.",
  "cycle-cut": "Its parents form a ring, which was cut here.",
  "negative-duration": "It ends before it begins.",
  "impossible-times": "Its times cannot be; it is drawn where the trace begins.",
  "starts-before-parent": "It begins before its parent: the clocks of two hosts differ.",
  "ends-after-parent": "It ends after its parent.",
};

/** Everything one span says of itself, as plain text. */
export function SpanDetail({ span }: { readonly span: SpanRow }) {
  if (span.isMissing) return <MissingParent spanId={span.spanId} />;
  const attributes = Object.entries(span.attributes).toSorted(([a], [b]) => a.localeCompare(b, "en"));
  return (
    <aside aria-label="Span" className="w-full shrink-0 border-rule lg:w-72 lg:border-l lg:pl-5">
      <h2 className="text-md font-semibold break-words">{span.operation}</h2>
      <p className="text-xs text-ink-2">
        {span.service} · {span.kind} · <code className="font-mono">{span.spanId}</code>
      </p>
      <dl className="mt-3 grid grid-cols-3 gap-2 text-xs">
        <Fact name="Start" value={formatNanoseconds(span.startNs)} />
        <Fact name="Total" value={formatNanoseconds(span.durationNs)} />
        <Fact name="Self" value={formatNanoseconds(span.selfNs)} />
      </dl>
      {span.isError && (
        <p className="mt-2 flex items-center gap-1.5 text-bad">
          <ShapeMark shape="failed" className="size-2.5" /> ended in error
        </p>
      )}
      {span.clockMovedNs !== 0 && (
        <p className="mt-2 text-xs text-ink-2">
          Its host's clock seems to be {formatNanoseconds(Math.abs(span.clockMovedNs))}{" "}
          {span.clockMovedNs > 0 ? "behind" : "ahead of"} its caller's.
        </p>
      )}
      {span.flags.map((flag) => (
        <p key={flag} className="mt-2 flex items-start gap-1.5 text-xs text-warn">
          <ShapeMark shape="unusual" className="mt-1 size-2.5" /> {flagWords[flag]}
        </p>
      ))}
      <h3 className="mt-4 text-xs font-medium">
        Attributes <span className="text-ink-3">{attributes.length}</span>
      </h3>
      <dl className="mt-1 text-xs">
        {attributes.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-3 border-b border-rule py-0.5">
            <dt className="font-mono text-2xs break-all text-ink-2">{name}</dt>
            <dd className="tnum text-right break-all">
              {Array.isArray(value) ? value.join(", ") : String(value)}
            </dd>
          </div>
        ))}
      </dl>
      {span.events.length > 0 && (
        <>
          <h3 className="mt-4 text-xs font-medium">Events</h3>
          <ul className="mt-1 text-xs">
            {span.events.map((event) => (
              <li key={`${event.name} ${event.atNs}`} className="flex gap-3 py-0.5">
                <span className="tnum text-ink-3">{formatNanoseconds(event.atNs)}</span>
                {event.name}
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}

function MissingParent({ spanId }: { readonly spanId: string }) {
  return (
    <aside aria-label="Span" className="w-full shrink-0 border-rule lg:w-72 lg:border-l lg:pl-5">
      <h2 className="text-md font-semibold">Missing parent</h2>
      <p className="mt-1 text-xs text-ink-2">
        The spans below name <code className="font-mono">{spanId}</code> as their parent, and the source has
        no such span in this trace: it was not sampled, not sent yet, or dropped on the way.
      </p>
    </aside>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="text-2xs text-ink-3">{name}</dt>
      <dd className="tnum">{value}</dd>
    </div>
  );
}
