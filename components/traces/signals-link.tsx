import Link from "next/link";
import type { TraceView } from "@/lib/client/trace-view";
import { linkTo } from "@/lib/client/url-state";
import { formatClock } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";

interface SignalsLinkProps {
  readonly trace: TraceView;
  readonly row: number;
  /** Deployment and instance of the span, null if unknown. */
  readonly scope: { readonly deployment: string | null; readonly instance: string | null };
}

/** Time shown before and after the span. */
const marginMs = 300_000;
const nanosecondsPerMs = 1e6;

/** Links to the signals of the span's deployment and instance at the time of the span. */
export function SignalsLink({ trace, row, scope }: SignalsLinkProps) {
  const timeZone = useTimeZone();
  const atMs = Math.round(trace.startMs + (trace.spans.startNs[Math.max(0, row)] ?? 0) / nanosecondsPerMs);
  const endMs = atMs + (trace.spans.durationNs[Math.max(0, row)] ?? 0) / nanosecondsPerMs;
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
