"use client";

import Link from "next/link";
import type { BaselineResponse } from "@/lib/contracts/baselines";
import { formatDateTimeWithOptionalYear, formatTimeZoneName } from "@/lib/format/time";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { DetailSection } from "./fact-list";

interface DefaultHistoryProps {
  readonly response: Pick<BaselineResponse, "baseline" | "defaults" | "asOfMs">;
}

/** The changes of the deployment's default baseline with their reasons, newest first. */
export function DefaultBaselineHistory({ response: { baseline, defaults, asOfMs } }: DefaultHistoryProps) {
  const timeZone = useTimeZone();
  return (
    <DetailSection title="Defaults of the deployment">
      {!defaults.some(({ isCurrent }) => isCurrent) && (
        <p className="text-ink-2">
          The deployment has no default baseline. If you set one, Signals, comparisons and gates use it unless
          you select a different baseline.
        </p>
      )}
      {defaults.length > 0 && (
        <ul className="flex flex-col gap-2">
          {defaults.map(({ baselineId, name, isRemoval, isCurrent, sinceMs, reason, author }) => (
            <li key={`${sinceMs} ${baselineId ?? name}`}>
              <p>
                {baselineId === null ? (
                  <>{isolateDirection(name)} (deleted)</>
                ) : baselineId === baseline.id ? (
                  <span className="font-medium">{isolateDirection(name)}</span>
                ) : (
                  <Link href={`/baselines/${baselineId}`} className="text-accent hover:underline">
                    {isolateDirection(name)}
                  </Link>
                )}
                {isRemoval && <span className="text-ink-2">, removed as the default</span>}
                {isCurrent && <span className="text-ink-2">, current default</span>}
              </p>
              <p className="text-xs text-ink-2">
                <ZonedText>
                  {formatDateTimeWithOptionalYear(sinceMs, { timeZone, referenceMs: asOfMs })}{" "}
                  {formatTimeZoneName(sinceMs, timeZone)}
                </ZonedText>{" "}
                by {isolateDirection(author)}: {isolateDirection(reason)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </DetailSection>
  );
}
