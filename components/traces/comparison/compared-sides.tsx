"use client";

import Link from "next/link";
import type { ComparedSide, TraceComparisonResponse } from "@/lib/contracts/traces/trace-comparison";
import { linkTo } from "@/lib/client/url-state";
import { formatCount, formatNumber, thinSpace } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { cn } from "@/components/ui/cn";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { MiniHistogram } from "./mini-histogram";
import { SideMarker } from "./side-marker";
import { meansText, retrievalText, windowsText } from "@/lib/sentences/traces/side-text";

/** Summarises both groups: number of requests, durations, time ranges, and how the traces were read. */
export function ComparedTraceSides({ answer }: { readonly answer: TraceComparisonResponse }) {
  const { a, b, difference } = answer;
  const readingTexts = [retrievalText(a), retrievalText(b)] as const;
  // Both sides may come from the same read, which is then described once.
  const shared = readingTexts[0] === readingTexts[1] ? readingTexts[0] : null;
  const columns =
    shared === null || shared === ""
      ? "@[63rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_288px]"
      : "@[63rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_288px]";
  return (
    <section
      aria-label="Groups"
      className={cn("grid gap-x-8 gap-y-4 border-b border-rule pb-4 md:grid-cols-2", columns)}
    >
      <Side side="a" facts={a} answer={answer} reading={shared === null ? readingTexts[0] : ""} />
      <Side side="b" facts={b} answer={answer} reading={shared === null ? readingTexts[1] : ""} />
      {shared !== null && shared !== "" && <p className="tnum text-xs text-ink-2">{shared}</p>}
      {difference !== null && difference.pair === null && difference.histogram.length > 0 && (
        <MiniHistogram bins={difference.histogram} answer={answer} />
      )}
    </section>
  );
}

interface SideProps {
  readonly side: "a" | "b";
  readonly facts: ComparedSide;
  readonly answer: TraceComparisonResponse;
  /** Describes how the traces were read. */
  readonly reading: string;
}

function Side({ side, facts, answer, reading }: SideProps) {
  const timeZone = useTimeZone();
  const { name, group, n, traceId, windows, meanRunningRequests } = facts;
  return (
    <div className="tnum flex gap-2.5 text-xs text-ink-2">
      <SideMarker side={side} className="mt-1.5" />
      <div>
        <p className="text-sm font-semibold text-ink">
          {isolateDirection(traceId === null ? `${name}: ${formatCount(n)}` : name)}
          {traceId !== null && (
            <Link
              className="ml-2 font-mono text-xs font-normal text-accent hover:underline"
              title={traceId}
              href={linkTo(`/traces/${traceId}`, facts.deployment === null ? {} : { d: facts.deployment })}
            >
              {traceId.slice(0, 8)}
            </Link>
          )}
        </p>
        <p>
          {answer.time === "request" ? "Request duration" : "TTFT"}
          {limitText(group, answer)}
          {meansText(facts) === "" ? "" : `, ${meansText(facts)}`}
        </p>
        {windows.length > 0 && (
          <p>
            {windowsText(windows, timeZone)}
            {meanRunningRequests === null
              ? ""
              : `: ${formatNumber(meanRunningRequests)}${thinSpace}requests running on average`}
          </p>
        )}
        {reading !== "" && <p className="text-ink-3">{reading}</p>}
      </div>
    </div>
  );
}

function limitText(group: ComparedSide["group"], { slowThreshold }: TraceComparisonResponse): string {
  if (slowThreshold === null) return "";
  const limit = formatNanoseconds(slowThreshold.durationNs);
  if (group === "slow") return ` over ${limit}`;
  return group === "rest" ? ` up to ${limit}` : "";
}
