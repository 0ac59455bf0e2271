"use client";

import { isSignificant } from "@/lib/analysis/statistics/significance/mean-difference";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { ComparedNumbers } from "@/lib/contracts/traces/trace-comparison";
import { cn } from "@/components/ui/cn";
import { DifferenceDot } from "./difference-dot";
import {
  formatMilliseconds,
  formatHalfWidth,
  formatDifferenceShare,
  formatSignedMilliseconds,
} from "./difference-text";
import type { PercentScale } from "./scale";

/** Scales for the times of both groups and for their difference, in nanoseconds. */
export interface PhaseScales {
  readonly timeScale: PercentScale;
  readonly differenceScale: PercentScale;
}

interface PhaseLineProps {
  readonly name: string;
  readonly colour?: string;
  readonly isHatched?: boolean;
  readonly numbers: ComparedNumbers;
  /** Share of the total difference, or "chance" if the difference may be chance. */
  readonly share: number | "chance" | null;
  /** Scales of the bars. If null, no bars are drawn. */
  readonly scales: PhaseScales | null;
  readonly isTableShown: boolean;
  readonly isTotal?: boolean;
  readonly fold?: { readonly isOpen: boolean; readonly onToggle: () => void };
}

/**
 * Shows one phase: bars of both groups on one scale, and the difference as a dot with its confidence
 * interval.
 */
export function PhaseLine(props: PhaseLineProps) {
  const { numbers, share, scales, isTableShown, isTotal = false } = props;
  const { a, b, difference, interval } = numbers;
  const isClear = interval === null || isSignificant(numbers);
  // Unexplained time and the total have no spans.
  const requiresSpan = !isTotal && props.isHatched !== true;
  const right = "pl-3 text-right whitespace-nowrap";
  const strong = isClear ? "font-medium text-ink" : "text-ink-2";
  return (
    <tr className={cn("h-7", isTotal && "border-t border-rule-strong font-semibold")}>
      <Name {...props} />
      <td className={cn(right, strong)}>{timeOf(a, requiresSpan)}</td>
      <td className={cn(right, "text-ink-2")}>{timeOf(b, requiresSpan)}</td>
      {!isTableShown && (
        <>
          <td className="h-7 p-0 pl-4 max-md:hidden">
            {scales !== null && <Bars {...props} scale={scales.timeScale} />}
          </td>
          <td className="h-7 p-0 pl-4 max-md:hidden">
            {scales !== null && <DifferenceDot numbers={numbers} scale={scales.differenceScale} />}
          </td>
        </>
      )}
      <td className={cn(right, strong)}>{formatSignedMilliseconds(difference)}</td>
      {isTableShown ? (
        <>
          <td className={right}>
            {interval === null ? "unknown" : formatSignedMilliseconds(interval.lower)}
          </td>
          <td className={right}>
            {interval === null ? "unknown" : formatSignedMilliseconds(interval.upper)}
          </td>
        </>
      ) : (
        <td className={cn(right, "font-normal text-ink-2 max-md:hidden")}>{formatHalfWidth(numbers)}</td>
      )}
      <td className={cn(right, strong)}>
        {share === "chance" || (!isClear && !isTotal) ? "chance" : formatDifferenceShare(share)}
      </td>
    </tr>
  );
}

/** Formats a time. Shows "no span" if no request of this side has the phase. */
function timeOf(ns: number, requiresSpan: boolean): ReactNode {
  return ns === 0 && requiresSpan ? <span className="text-ink-3">no span</span> : formatMilliseconds(ns);
}

function Name({ name, colour, isHatched = false, fold, isTotal = false }: PhaseLineProps) {
  const swatch =
    colour === undefined ? null : (
      <span
        aria-hidden
        className="mr-2 inline-block size-2 rounded-[2px]"
        style={isHatched ? hatched : { background: colour }}
      />
    );
  return (
    <th scope="row" className={cn("text-left whitespace-nowrap", isTotal ? "font-semibold" : "font-normal")}>
      {fold === undefined ? (
        <>
          {swatch}
          {name}
        </>
      ) : (
        <button
          type="button"
          aria-expanded={fold.isOpen}
          className="flex items-center gap-1 font-normal text-ink-2 hover:text-ink"
          onClick={fold.onToggle}
        >
          <ChevronRight aria-hidden className={cn("size-3 text-ink-3", fold.isOpen && "rotate-90")} />
          {name}
        </button>
      )}
    </th>
  );
}

const hatched = {
  background:
    "repeating-linear-gradient(135deg, color-mix(in oklab, var(--ink-3) 60%, transparent) 0 1px, transparent 1px 4px)",
  boxShadow: "inset 0 0 0 1px color-mix(in oklab, var(--ink-3) 60%, transparent)",
} as const;

/** Draws the first side as a thick bar in the colour of the phase, and the second as a thin grey bar below it. */
function Bars({
  numbers: { a, b },
  scale,
  colour,
  isHatched = false,
}: PhaseLineProps & { readonly scale: PercentScale }) {
  const leftPercent = scale.toPercent(0);
  const width = (value: number): string => `max(1.5px, ${scale.toPercent(value) - leftPercent}%)`;
  return (
    <div aria-hidden className="relative h-7">
      {scale.ticks.map((tick) => (
        <span
          key={tick}
          className={cn("absolute inset-y-0 w-px", tick === 0 ? "bg-rule-strong" : "bg-rule")}
          style={{ left: `${scale.toPercent(tick)}%` }}
        />
      ))}
      <span
        className="absolute top-[6px] h-[10px] rounded-[1.5px]"
        style={{
          left: `${leftPercent}%`,
          width: width(a),
          ...(isHatched ? hatched : { background: colour }),
        }}
      />
      <span
        className="absolute top-[17px] h-[5px] rounded-[1.5px] bg-rest"
        style={{ left: `${leftPercent}%`, width: width(b) }}
      />
    </div>
  );
}
