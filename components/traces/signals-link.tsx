import Link from "next/link";
import type { TraceView } from "@/lib/client/trace-view";
import { linkTo } from "@/lib/client/url-state";
import { formatClock } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";

interface SignalsLinkProps {
  readonly trace: TraceView;
  readonly row: number;
  /** Whose request it is, and the instance that the span speaks of; null where nobody knows. */
  readonly scope: { readonly deployment: string | null; readonly instance: string | null };
}

/** Before and after, so that the moment has its surroundings. */
const marginMs = 300_000;
const nanosecondsPerMs = 1e6;

/** The signals of the moment in which a span ran, of its deployment and instance. */
export function SignalsLink({ trace, row, scope }: SignalsLinkProps) {
  const timeZone = useTimeZone();
  const atMs = Math.round(trace.startMs + (trace.spans.start[Math.max(0, row)] ?? 0) / nanosecondsPerMs);
  const endMs = atMs + (trace.spans.duration[Math.max(0, row)] ?? 0) / nanosecondsPerMs;
  const href = linkTo("/signals", {
    d: scope.deployment,
    i: scope.instance,
    from: String(atMs - marginMs),
    to: String(Math.round(endMs) + marginMs),
    live: false,
  });
  return (
    <li className="flex justify-between gap-3 border-t border-rule pt-1">
      <Link className="text-accent hover:underline" href={href}>
        Signals at {formatClock(atMs, timeZone, true)}
      </Link>
      <span className="text-ink-3">{scope.instance ?? scope.deployment ?? "Signals"}</span>
    </li>
  );
}
