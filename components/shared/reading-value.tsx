"use client";

import type { PresentReading, Reading } from "@/lib/model/reading";
import type { DisplayUnit, Unit } from "@/lib/model/units";
import { absenceTitle, absenceLabel } from "@/lib/format/absence";
import { downSinceText } from "@/lib/format/down-since";
import { formatBucket, formatCount, formatQuantile, thinSpace, type ValueBucket } from "@/lib/format/number";
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

/** An absent upper bound without a lower bound is a value that does not come from buckets. */
function bucketOf({ lower, upper }: PresentReading): ValueBucket {
  if (lower === undefined) return upper === null ? { lower: 0, upper } : null;
  return { lower, upper: upper ?? null };
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
  const range = bucketOf(reading);
  const { isBelowResolution } = formatQuantile(reading.value, range, unit, displayUnit);
  const bucket =
    range === null || reading.lower === undefined
      ? []
      : [`${isBelowResolution ? "below resolution, " : ""}${formatBucket(range, unit, displayUnit)}`];
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
  const { text, unit: name } = formatQuantile(reading.value, bucketOf(reading), unit, displayUnit);
  return (
    <span title={title} className={cn("tnum whitespace-nowrap", className)}>
      {text}
      {!isUnitHidden && <span className="text-ink-3">{`${thinSpace}${name}`}</span>}
    </span>
  );
}
