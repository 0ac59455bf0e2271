"use client";

import { useQuery } from "@tanstack/react-query";
import { usualRangeQuery } from "@/lib/client/queries/usual-ranges";
import type { ViewState } from "@/lib/client/url-state";
import type { PresentReading } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals/signals";
import type { DisplayUnit, Unit } from "@/lib/model/units";
import { useVisiblePanels } from "@/components/charts/frame/use-visible-panels";
import { formatUsualBounds, isOutsideUsualRange } from "@/components/shared/scope/usual-range";
import { ShapeMark } from "@/components/shared/status-mark";

interface UsualMarkProps {
  readonly slug: string;
  readonly signal: SignalId;
  readonly statistic: "p95" | "value";
  readonly reading: PresentReading;
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
  /** Window of the page, whose last hour has the usual range. */
  readonly view: Pick<ViewState, "from" | "to">;
}

const idOfMark = "mark";

/**
 * Marks a value outside the usual range of its hour, which the past weeks at similar load give. Reads the range when the
 * value is near the viewport. Shows nothing while the range is not known.
 */
export function UsualMark({ slug, signal, statistic, reading, unit, displayUnit, view }: UsualMarkProps) {
  const { visibleIds, observe } = useVisiblePanels();
  const scope = { deployment: slug, window: { from: view.from, to: view.to } };
  const { data } = useQuery({
    ...usualRangeQuery({ signal, statistic, scope }),
    enabled: visibleIds.has(idOfMark),
  });
  const range = data?.state === "known" ? data.hours.at(-1)?.range : undefined;
  const units = { unit, displayUnit };
  const isUnusual =
    range !== undefined && range.kind !== "learning" && isOutsideUsualRange(reading, range, units);
  const text = isUnusual ? `outside the usual range ${formatUsualBounds(range, units)}` : "";
  return (
    // Without a mark, the element is outside the line, whose baseline it would move.
    <span ref={observe(idOfMark)} title={text} className={isUnusual ? "" : "absolute"}>
      {isUnusual && (
        <>
          <ShapeMark shape="unusual" className="mr-1.5 size-2.5" />
          <span className="sr-only">{text} </span>
        </>
      )}
    </span>
  );
}
