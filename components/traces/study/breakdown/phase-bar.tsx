import { formatWithUnit } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { cn } from "@/components/ui/cn";
import { phaseColour } from "@/components/traces/phase-style";
import { lowerCasePhaseTitle } from "@/lib/format/phase";
import { toPhaseShares, type PartialPhaseTimes } from "@/lib/analysis/traces/phase-shares";
import type { PhaseId } from "@/lib/model/traces/phase";

const hatch = "repeating-linear-gradient(45deg, var(--ink-3) 0 1px, transparent 1px 5px)";

/** Returns the style of one segment of a bar. */
export function getPhaseFillStyle(phase: PhaseId) {
  return phase === "unexplained"
    ? { background: hatch, outline: "1px solid var(--ink-3)", outlineOffset: "-1px" }
    : { background: phaseColour(phase) };
}

/** Draws phases in time order as one bar. Unexplained time is hatched. */
export function PhaseBar({
  phaseNs,
  className,
}: {
  readonly phaseNs: PartialPhaseTimes;
  readonly className?: string;
}) {
  return (
    <span aria-hidden className={cn("flex w-full gap-px overflow-hidden rounded-[2px]", className)}>
      {toPhaseShares(phaseNs).map(({ phase, durationNs, share }) => (
        <span
          key={phase}
          className="h-full min-w-px"
          style={{ flexGrow: share, flexBasis: 0, ...getPhaseFillStyle(phase) }}
          title={`${lowerCasePhaseTitle(phase)}: ${formatNanoseconds(durationNs)}, ${formatWithUnit(share, "ratio", "%")}`}
        />
      ))}
    </span>
  );
}

/** Shows the colour of a phase. */
export function PhaseSwatch({ phase }: { readonly phase: PhaseId }) {
  return (
    <span
      aria-hidden
      className="inline-block size-2 shrink-0 rounded-[1px]"
      style={getPhaseFillStyle(phase)}
    />
  );
}

/** Lists the colour and name of each phase. */
export function PhaseLegend({ phases }: { readonly phases: readonly PhaseId[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {phases.map((phase) => (
        <li key={phase} className="flex items-center gap-1.5">
          <PhaseSwatch phase={phase} />
          {lowerCasePhaseTitle(phase)}
        </li>
      ))}
    </ul>
  );
}
