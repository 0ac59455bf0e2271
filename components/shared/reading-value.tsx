"use client";

import type { Reading } from "@/lib/model/reading";
import type { DisplayUnit, Unit } from "@/lib/model/units";
import { absenceTitle, absenceLabel } from "@/lib/format/absence";
import { downSinceText } from "@/lib/format/down-since";
import { formatBucket, formatCount, formatValue, thinSpace } from "@/lib/format/number";
import { formatCoarseDuration } from "@/lib/format/time";
import { cn } from "@/components/ui/cn";
import { useTimeZone } from "./use-time-zone";

interface ReadingValueProps {
  readonly reading: Reading;
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
  /** True if the unit is not shown, because the column title contains it. */
  readonly isUnitHidden?: boolean;
  readonly className?: string;
}

interface ReadingZone {
  readonly timeZone: string;
}

/** Returns the tooltip: bucket, n and window, or the reason why there is no value. */
function readingTitle(
  reading: Reading,
  { unit, displayUnit, timeZone }: Pick<ReadingValueProps, "unit" | "displayUnit"> & ReadingZone,
): string {
  if (reading.kind === "absent") {
    const { reason, detail, downSince, howToEnable } = reading;
    const down =
      downSince === undefined ? "" : `${absenceTitle(reason)} ${downSinceText(downSince, timeZone)}. `;
    return `${down}${detail}${howToEnable === undefined ? "" : ` To enable: ${howToEnable}`}`;
  }
  const bucket =
    reading.lower === undefined
      ? []
      : [formatBucket({ lower: reading.lower, upper: reading.upper ?? null }, unit, displayUnit)];
  const n = reading.n === undefined ? [] : [`n = ${formatCount(reading.n)}`];
  return [...bucket, ...n, `over the last ${formatCoarseDuration(reading.windowMs)}`].join(", ");
}

/** Shows a reading with its unit, or the reason why there is none. Never shows zero for a missing value. */
export function ReadingValue({
  reading,
  unit,
  displayUnit,
  isUnitHidden = false,
  className,
}: ReadingValueProps) {
  const title = readingTitle(reading, { unit, displayUnit, timeZone: useTimeZone() });
  if (reading.kind === "absent") {
    return (
      <span title={title} className={cn("text-ink-3", className)}>
        {absenceLabel(reading.reason)}
      </span>
    );
  }
  const isOpen = reading.upper === null;
  const { text, unit: name } = formatValue(reading.value, unit, displayUnit);
  return (
    <span title={title} className={cn("tnum whitespace-nowrap", className)}>
      {isOpen ? `≥${thinSpace}` : ""}
      {text}
      {!isUnitHidden && <span className="text-ink-3">{`${thinSpace}${name}`}</span>}
    </span>
  );
}
