"use client";

import { ArrowLeftRight } from "lucide-react";
import { formatCount } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import type { TraceView } from "@/lib/client/trace-view";
import { PopoverButton } from "@/components/ui/popover-button";
import { hatched } from "./hatched";
import { criticalRule } from "./words";

/** What the marks mean; the two that follow a rule say which. */
export function Legend({ trace }: { readonly trace: TraceView }) {
  const { spans, gaps, spanCount } = trace;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-1 text-2xs text-ink-3">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="h-1 w-5 rounded-[2px] bg-ink-3/40" />
        in children
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="h-3 w-5 rounded-[2px] bg-ink-3" />
        self
      </span>
      <Told
        word="critical path"
        says={criticalRule}
        mark={<span aria-hidden className="h-0.5 w-5 bg-ink" />}
      />
      <Told
        word="no span"
        says={gapRule(gaps)}
        mark={<span aria-hidden className="h-3 w-5 rounded-[2px]" style={hatched} />}
      />
      {spans.moved.size > 0 && (
        <span className="flex items-center gap-1.5">
          <ArrowLeftRight aria-hidden className="size-3 text-warn" />
          {trace.clock.mode === "corrected" ? "clock corrected" : "clock differs"}
        </span>
      )}
      <span className="tnum ml-auto">
        {formatCount(spanCount)} {spanCount === 1 ? "span" : "spans"}, {spans.services.length}{" "}
        {spans.services.length === 1 ? "service" : "services"}
      </span>
    </div>
  );
}

function gapRule({ leastNs, row, leftOut }: TraceView["gaps"]): string {
  const rest =
    leftOut === 0
      ? ""
      : ` ${formatCount(leftOut)} more have no row: too many, or beside spans that are left out.`;
  return `Time of a span with children in which none of them ran, where it is at least ${formatNanoseconds(leastNs)}, a hundredth of the request. ${row.length === 0 ? "There is none in this trace." : `${formatCount(row.length)} in this trace.`}${rest} Nobody traced what went on there; it counts as the span's own time, and within a call, beside the called side, as network: such a gap has that colour.`;
}

interface ToldProps {
  readonly word: string;
  readonly says: string;
  readonly mark: React.ReactNode;
}

function Told({ word, says, mark }: ToldProps) {
  return (
    <PopoverButton
      heading={word}
      face={{
        label: `${word}: what it is`,
        title: says,
        className: "flex items-center gap-1.5 underline decoration-dotted underline-offset-3 hover:text-ink",
        children: (
          <>
            {mark}
            {word}
          </>
        ),
      }}
    >
      {() => <p className="max-w-96 text-xs text-ink-2">{says}</p>}
    </PopoverButton>
  );
}
