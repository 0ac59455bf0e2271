import Link from "next/link";
import type { TraceView } from "@/lib/client/trace-view";
import { linkTo, type ViewState } from "@/lib/client/url-state";
import { formatClock } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";

interface SignalsLinkProps {
  readonly trace: TraceView;
  readonly row: number;
  readonly view: Pick<ViewState, "d" | "m" | "i">;
}

/** Before and after, so that the moment has its surroundings. */
const aroundMs = 300_000;
const nanosecondsPerMs = 1e6;

/** The signals of the moment in which a span ran, of the deployment and instance that are looked at. */
export function SignalsLink({ trace, row, view }: SignalsLinkProps) {
  const timeZone = useTimeZone();
  const atMs = Math.round(trace.startMs + (trace.spans.start[Math.max(0, row)] ?? 0) / nanosecondsPerMs);
  const endMs = atMs + (trace.spans.duration[Math.max(0, row)] ?? 0) / nanosecondsPerMs;
  const href = linkTo("/signals", {
    d: view.d,
    m: view.m,
    i: view.i,
    from: String(atMs - aroundMs),
    to: String(Math.round(endMs) + aroundMs),
    live: false,
  });
  return (
    <li className="flex justify-between gap-3 border-t border-rule pt-1">
      <Link className="text-accent hover:underline" href={href}>
        Signals at {formatClock(atMs, timeZone, true)}
      </Link>
      <span className="text-ink-3">{view.i ?? view.d ?? "Signals"}</span>
    </li>
  );
}
