import { Check } from "lucide-react";
import type { TimeParts } from "@/lib/contracts/traces/traces";
import { formatNanoseconds } from "@/lib/format/time";
import type { PhaseId } from "@/lib/model/traces/phase";
import { phaseSumText } from "@/lib/sentences/traces/phase-sum-text";
import { judgePhaseSum } from "@/lib/analysis/traces/phase-sum";
import { cn } from "@/components/ui/cn";
import { ShapeMark } from "@/components/shared/status-mark";
import { hatched } from "@/components/traces/waterfall/paint/hatched";
import { phaseColour } from "@/components/traces/phase-style";
import { lowerCasePhaseTitle } from "@/lib/format/phase";
import {
  chooseColumnUnit,
  formatInUnit,
  formatAlignedShare,
} from "@/components/traces/waterfall/waterfall-text";

interface TtftBarProps {
  /** Phases until the first token. Null if no span reports it. */
  readonly ttft: TimeParts | null;
  /** Phases of the complete request, shown if TTFT is unknown. Null if these phases are also unknown. */
  readonly request: TimeParts | null;
}

/** Shows the phases of TTFT, or of the request, in time order. Compares their sum with the measured time. */
export function TtftBar({ ttft, request }: TtftBarProps) {
  const parts = ttft ?? request;
  if (parts === null || parts.phases.length === 0) return null;
  const title = ttft === null ? "Request time by phase" : "TTFT by phase";
  const unit = chooseColumnUnit(parts.sumNs);
  const longest = parts.phases.reduce((longestSoFar, part) =>
    part.ns > longestSoFar.ns ? part : longestSoFar,
  );
  return (
    <section aria-label={title} className="pb-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-1">
        <h2 className="text-sm font-semibold">
          {title}
          {ttft === null && (
            <span className="pl-2 text-xs font-normal text-ink-3">No span reports the first token.</span>
          )}
        </h2>
        <SumCheck parts={parts} isTtft={ttft !== null} />
      </div>
      <div aria-hidden className="flex h-6 gap-px">
        {parts.phases.map(({ phase, ns }) => (
          <span
            key={phase}
            title={`${lowerCasePhaseTitle(phase)} ${formatNanoseconds(ns)}`}
            className="h-full min-w-px first:rounded-l-[2px] last:rounded-r-[2px]"
            style={{ flexGrow: ns, flexBasis: 0, ...createFillStyle(phase) }}
          />
        ))}
      </div>
      <dl className="flex flex-wrap items-start gap-x-6 gap-y-2 pt-2">
        {parts.phases.map(({ phase, ns }) => (
          <div key={phase}>
            <dt
              className={cn(
                "flex items-center gap-1.5 text-xs",
                phase === longest.phase ? "font-semibold" : "text-ink-2",
              )}
            >
              <span aria-hidden className="size-2 rounded-[2px]" style={createFillStyle(phase)} />
              {lowerCasePhaseTitle(phase)}
            </dt>
            <dd className="tnum pl-3.5 text-sm">
              <span className={cn(phase === longest.phase && "font-semibold")}>{formatInUnit(ns, unit)}</span>{" "}
              <span className="text-xs text-ink-3">{formatAlignedShare(ns / parts.sumNs)}</span>
            </dd>
          </div>
        ))}
        <div className="ml-auto text-right">
          <dt className="text-xs text-ink-3">sum</dt>
          <dd className="tnum text-sm">
            <span className="font-semibold">{formatInUnit(parts.sumNs, unit)}</span>{" "}
            <span className="text-ink-2">{unit.name}</span>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function createFillStyle(phase: PhaseId): React.CSSProperties {
  return phase === "unexplained" ? hatched : { background: phaseColour(phase) };
}

function SumCheck({ parts, isTtft }: { readonly parts: TimeParts; readonly isTtft: boolean }) {
  const judgement = judgePhaseSum(parts);
  const isConsistent = judgement === "equals-trace" || judgement === "equals-client";
  return (
    <p className={cn("tnum flex items-center gap-1.5 text-xs", isConsistent ? "text-ink-2" : "text-warn")}>
      {isConsistent ? (
        <Check aria-hidden className="size-3 text-ok" />
      ) : (
        <ShapeMark shape="unusual" className="size-2.5" />
      )}
      {phaseSumText(parts, judgement, isTtft)}
    </p>
  );
}
