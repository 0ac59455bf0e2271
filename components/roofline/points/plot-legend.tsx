import type { ReactNode } from "react";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { formatCoarseDuration, formatWindow } from "@/lib/format/time";
import { comparedRoofLine } from "@/components/charts/prepare/roof/roof-name";
import type { ComparedRoof, PlotRoof } from "@/components/charts/prepare/roof/roof-plot";
import { useTimeZone } from "@/components/shared/use-time-zone";
import type { TimedTrail } from "./plot-points";
import { computeCoveredMs } from "./plotted-points";

interface PlotLegendProps {
  readonly roof: PlotRoof;
  /** Roof of another accelerator. Null if the plot has one roof. */
  readonly comparedRoof: ComparedRoof | null;
  readonly data: RooflinePageData;
  readonly trails: readonly TimedTrail[];
  /** True if the plot shows the batch sweep. */
  readonly hasSweep: boolean;
}

/** A window that ended this long before it was read is in the past. */
const pastAfterMs = 60_000;

/** Explains the lines, colours and shapes that the plot contains. */
export function PlotLegend({ roof, comparedRoof, data, trails, hasSweep }: PlotLegendProps) {
  const { stroke, dashes } = comparedRoofLine;
  const isMeasured =
    roof.measuredSlope !== null || roof.ceilings.some(({ measuredPeak }) => measuredPeak !== null);
  const oldest = Math.min(...trails.flatMap(({ timesMs }) => timesMs.slice(0, 1)));
  const isMixed = trails.some((trail) => trail.isMixedByPoint.includes(true));
  const periods = data.pools.map(({ now }) => now);
  const timeZone = useTimeZone();
  const { endMs } = data.window;
  const isPast = data.asOfMs - endMs > pastAfterMs;
  const last = `last ${formatCoarseDuration(Math.max(...periods.map(computeCoveredMs)))}${isPast ? " of the window" : ""}`;
  return (
    <ul
      aria-label="Legend"
      data-picture="legend"
      className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-2xs text-ink-2"
    >
      <Item text="theoretical ceiling">
        <path d="M0 6H18" stroke="var(--ink)" strokeWidth={1.5} />
      </Item>
      <Item text={isMeasured ? "measured ceiling" : "no measured ceiling"}>
        <path d="M0 6H18" stroke="var(--ink-3)" strokeDasharray="5 4" />
      </Item>
      {comparedRoof !== null && (
        <Item text={`theoretical ceiling of one ${comparedRoof.name}, what if`}>
          <path d="M0 6H20" stroke={stroke} strokeWidth={1.5} strokeDasharray={dashes} />
        </Item>
      )}
      {Number.isFinite(oldest) && (
        <Item
          text={
            isPast
              ? formatWindow(oldest, endMs, timeZone)
              : `${formatCoarseDuration(endMs - oldest)} ago to now`
          }
        >
          {[0.28, 0.52, 0.76, 1].map((opacity, index) => (
            <rect
              key={opacity}
              x={index * 5}
              y={4}
              width={4}
              height={4}
              fill="var(--ink-2)"
              opacity={opacity}
            />
          ))}
        </Item>
      )}
      {periods.some(({ decode, prefill }) => decode.kind === "available" || prefill.kind === "available") && (
        <>
          <Item text={`while busy, ${last}`}>
            <circle cx={9} cy={6} r={4.5} fill="var(--ink-2)" />
          </Item>
          <Item text="on average over the window">
            <circle cx={9} cy={6} r={3.5} stroke="var(--ink-2)" strokeWidth={1.75} />
          </Item>
        </>
      )}
      {isMixed && (
        <Item text="steps with prefill and decode">
          <rect x={6} y={5} width={6} height={2} fill="var(--ink-2)" />
        </Item>
      )}
      {hasSweep && <SweepItems />}
      {periods.some(({ engine }) => engine.kind === "available") && (
        <Item text="engine's estimate">
          <rect x={5} y={2} width={8} height={8} fill="var(--ink-2)" />
        </Item>
      )}
      {periods.some(({ hardware }) => hardware.kind === "available") && (
        <Item text="GPU counters">
          <path d="M9 1L14 6L9 11L4 6Z" fill="var(--ink-2)" />
        </Item>
      )}
    </ul>
  );
}

function Item({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden width={20} height={12} fill="none">
        {children}
      </svg>
      {text}
    </li>
  );
}

/** Explains the layer of the batch sweep. */
function SweepItems() {
  return (
    <>
      <Item text="batch sizes in the window">
        <path d="M0 6H18" stroke="var(--ph-decode)" strokeDasharray="1.5 2.5" />
        <circle cx={9} cy={6} r={3} fill="var(--paper)" stroke="var(--ph-decode)" strokeWidth={1.75} />
      </Item>
      <Item text="ITL = a + b·B">
        <path d="M0 6H18" stroke="var(--ph-decode)" strokeDasharray="4 3" />
      </Item>
    </>
  );
}
