import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatWithUnit } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { lowerCasePhaseTitle } from "@/lib/format/phase";
import { ttftSentence } from "@/lib/sentences/traces/breakdown-text";
import { Figure } from "@/components/shared/figure";
import { PhaseBar, PhaseSwatch } from "./phase-bar";
import { toPhaseShares } from "@/lib/analysis/traces/phase-shares";

/** Shows the mean TTFT by phase, including unexplained time. */
export function TtftFigure({ ttft, retrieval }: Pick<TraceStudy, "ttft" | "retrieval">) {
  const sentence = ttftSentence({ ttft, retrieval });
  if (ttft === null)
    return (
      <Figure title="TTFT by phase" summary={sentence}>
        {null}
      </Figure>
    );
  const parts = toPhaseShares(ttft.phaseNs);
  // Shows explicitly that no time is unexplained.
  const isExplained = ttft.phaseNs.unexplained < 1;
  return (
    <Figure title="TTFT by phase" summary={sentence}>
      <PhaseBar phaseNs={ttft.phaseNs} className="h-6" />
      <dl className="tnum mt-3 flex flex-wrap gap-x-6 gap-y-2 text-xs">
        {parts.map(({ phase, durationNs, share }) => (
          <div key={phase} className="flex items-baseline gap-1.5">
            <PhaseSwatch phase={phase} />
            <dt className="text-ink-2">{lowerCasePhaseTitle(phase)}</dt>
            <dd>
              {formatNanoseconds(durationNs)}{" "}
              <span className="text-ink-3">{formatWithUnit(share, "ratio", "%")}</span>
            </dd>
          </div>
        ))}
        {isExplained && (
          <div className="flex items-baseline gap-1.5">
            <PhaseSwatch phase="unexplained" />
            <dt className="text-ink-2">unexplained</dt>
            <dd>none</dd>
          </div>
        )}
      </dl>
    </Figure>
  );
}
