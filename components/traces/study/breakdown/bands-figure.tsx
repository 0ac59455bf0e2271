import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import type { PhaseId } from "@/lib/model/traces/phase";
import { formatCount, formatNumber } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { lowerCasePhaseTitle } from "@/lib/format/phase";
import { bandTitle, bandsSentence } from "@/lib/sentences/traces/breakdown-text";
import { Figure, CompactTable } from "@/components/shared/figure";
import { PhaseBar, PhaseLegend, PhaseSwatch } from "./phase-bar";
import { collectPhases } from "@/lib/analysis/traces/phase-shares";

type Band = TraceStudy["bands"][number];

/** Draws bars of phases for each duration band. Each bar shows the shares of the band's mean. */
export function BandsFigure({ bands }: { readonly bands: readonly Band[] }) {
  const phases = collectPhases(bands.map(({ phaseNs }) => phaseNs));
  const table = (
    <CompactTable
      rows={phases}
      getKey={(phase) => phase}
      minWidthPx={720}
      columns={[
        {
          title: "Phase",
          render: phaseName,
        },
        ...bands.map((band) => ({
          title: `${bandTitle(band)}, mean ms`,
          render: (phase: (typeof phases)[number]) => formatNumber(band.phaseNs[phase] / 1e6),
        })),
      ]}
    />
  );
  return (
    <Figure title="Request time by duration band" summary={bandsSentence({ bands })} table={table}>
      <ol className="tnum flex flex-col gap-1 pb-3">
        {bands.map((band) => (
          <li
            key={band.fromQuantile}
            className="grid grid-cols-[5rem_minmax(0,1fr)_5.5rem] items-center gap-3 text-xs md:grid-cols-[6rem_minmax(0,1fr)_5rem_8rem]"
          >
            <span className="text-right">{bandTitle(band)}</span>
            <PhaseBar phaseNs={band.phaseNs} className="h-5" />
            <span className="text-right font-medium">{formatNanoseconds(band.meanNs)}</span>
            <span className="text-ink-3 max-md:hidden">n {formatCount(band.n)}</span>
          </li>
        ))}
      </ol>
      <PhaseLegend phases={phases} />
    </Figure>
  );
}

/** A function, not a component, because the table calls it for each row. */
function phaseName(phase: PhaseId): ReactNode {
  return (
    <span className="flex items-center gap-1.5">
      <PhaseSwatch phase={phase} />
      {lowerCasePhaseTitle(phase)}
    </span>
  );
}
