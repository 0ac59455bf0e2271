"use client";

import { formatDateTimeWithOptionalYear } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";

interface ReadLabelProps {
  readonly label: "Live" | "Copy";
  readonly readAtMs: number;
  readonly asOfMs: number;
}

/** States whether a drawing shows the stored or the present data, and when the source was read. */
export function ReadTimeLabel({ label, readAtMs, asOfMs }: ReadLabelProps) {
  const timeZone = useTimeZone();
  return (
    <p className="tnum pb-1 font-medium">
      {label},{" "}
      <ZonedText>
        read {formatDateTimeWithOptionalYear(readAtMs, { timeZone, referenceMs: asOfMs })}
      </ZonedText>
    </p>
  );
}
