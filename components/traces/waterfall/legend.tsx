"use client";

import { ArrowLeftRight } from "lucide-react";
import { formatNanoseconds } from "@/lib/format/time";
import { glossary } from "@/lib/model/glossary";
import type { TraceView } from "@/lib/client/trace-view";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { PopoverButton } from "@/components/ui/popover-button";
import { hatched } from "./paint/hatched";
import { criticalPathExplanation } from "./waterfall-text";

/** Explains the markers of the timeline. Critical path and gap open a definition. */
export function Legend({ trace }: { readonly trace: TraceView }) {
  const { spans, gaps, spanCount } = trace;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-1 text-2xs text-ink-3">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="h-1 w-5 rounded-[2px] bg-ink-3/40" />
        time in child spans
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="h-3 w-5 rounded-[2px] bg-ink-3" />
        self time
      </span>
      <LegendTerm
        term="critical path"
        definition={`${glossary["critical-path"].definition} ${criticalPathExplanation}`}
        marker={<span aria-hidden className="h-0.5 w-5 bg-ink" />}
      />
      <LegendTerm
        term="gap"
        definition={`${glossary.gap.definition} ${gapRule(gaps)}`}
        marker={<span aria-hidden className="h-3 w-5 rounded-[2px]" style={hatched} />}
      />
      {spans.clockShiftNs.size > 0 && (
        <span className="flex items-center gap-1.5">
          <ArrowLeftRight aria-hidden className="size-3 text-warn" />
          {trace.clock.mode === "corrected" ? "clock corrected" : "clock differs"}
        </span>
      )}
      <span className="tnum ml-auto">
        {countWithNoun(spanCount, "span")}, {countWithNoun(spans.services.length, "service")}
      </span>
    </div>
  );
}

function gapRule({ minNs, row, omittedCount }: TraceView["gaps"]): string {
  const rest =
    omittedCount === 0
      ? ""
      : ` ${countWithNoun(omittedCount, "more gap has", "more gaps have")} no row, because there are too many gaps or ${singularOrPlural(omittedCount, "its span is", "their spans are")} not shown.`;
  return `A gap has a row if it lasts at least ${formatNanoseconds(minNs)}, 1 % of the request. ${row.length === 0 ? "This trace has no such gap." : `This trace has ${countWithNoun(row.length, "such gap")}.`}${rest} A gap counts as self time of its parent span. A gap next to the span of a called service counts as network time and has the colour of network time.`;
}

interface LegendTermProps {
  readonly term: string;
  readonly definition: string;
  readonly marker: React.ReactNode;
}

function LegendTerm({ term, definition, marker }: LegendTermProps) {
  return (
    <PopoverButton
      heading={term}
      triggerProps={{
        label: `Definition of ${term}`,
        title: definition,
        className: "flex items-center gap-1.5 underline decoration-dotted underline-offset-3 hover:text-ink",
        children: (
          <>
            {marker}
            {term}
          </>
        ),
      }}
    >
      {() => <p className="max-w-96 text-xs text-ink-2">{definition}</p>}
    </PopoverButton>
  );
}
