import type { ReactNode } from "react";
import type { JudgedRow } from "@/lib/contracts/overview";
import type { Reading } from "@/lib/model/reading";
import type { DisplayUnit } from "@/lib/model/units";
import { Sparkline } from "@/components/charts/draw/sparkline";
import { ReadingValue } from "@/components/shared/reading-value";
import { ShapeMark } from "@/components/shared/status-mark";
import { cn } from "@/components/ui/cn";
import { PanelLink } from "./panel-link";

interface LatencyProps {
  readonly label: string;
  readonly p95: Reading;
  readonly mean: Reading;
  readonly displayUnit: DisplayUnit;
  readonly answer: JudgedRow["sparklines"]["ttftP95"];
  readonly lineClass: string;
  readonly href: string;
  readonly isOver?: boolean;
  readonly isMeanOver?: boolean;
  readonly limit?: number;
  /** Mark of a percentile outside its usual range. A percentile above its limit has the mark of the limit. */
  readonly unusualMark: ReactNode;
}

/** Shows percentile, mean and sparkline of a latency. */
export function Latency({
  label,
  p95,
  mean,
  displayUnit,
  answer,
  lineClass,
  href,
  isOver = false,
  isMeanOver = false,
  limit,
  unusualMark,
}: LatencyProps) {
  const percentile = (
    <span
      className={cn(
        "inline-flex items-center text-md leading-5 font-semibold",
        isOver && "text-bad",
        p95.kind === "absent" && "text-sm font-normal",
      )}
    >
      {isOver ? <ShapeMark shape="over" className="mr-1.5 size-2.5" /> : unusualMark}
      <ReadingValue reading={p95} unit="seconds" displayUnit={displayUnit} />
    </span>
  );
  const average = (
    <span className={cn("block text-2xs text-ink-3", isMeanOver && "font-medium text-bad")}>
      {isMeanOver && <ShapeMark shape="over" className="mr-1 size-2" />}
      mean <ReadingValue reading={mean} unit="seconds" displayUnit={displayUnit} isUnitHidden />
    </span>
  );
  return (
    <div role="cell" className="mt-2 flex items-start gap-2 fleet-rows:mt-0">
      <span className="min-w-20 flex-1 fleet-rows:min-w-0 fleet-rows:text-right fleet-all:min-w-20">
        <span className="block text-2xs text-ink-3 fleet-rows:hidden">{label}</span>
        {p95.kind === "present" && mean.kind === "present" ? (
          // Two links, one below the other, would be too small to touch.
          <PanelLink reading={p95} href={href} className="inline-block">
            {percentile}
            {average}
          </PanelLink>
        ) : (
          <>
            <PanelLink reading={p95} href={href}>
              {percentile}
            </PanelLink>
            <PanelLink reading={mean} href={href}>
              {average}
            </PanelLink>
          </>
        )}
      </span>
      <span className={lineClass}>
        <Sparkline
          answer={answer}
          displayUnit={displayUnit}
          {...(limit === undefined ? {} : { limit })}
          label={label}
        />
      </span>
    </div>
  );
}
