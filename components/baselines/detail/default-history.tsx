"use client";

import Link from "next/link";
import type { BaselineResponse } from "@/lib/contracts/baselines";
import { formatDateTimeAsOf, formatZone } from "@/lib/format/time";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { DetailSection } from "./fact-list";

interface DefaultHistoryProps {
  readonly response: Pick<BaselineResponse, "baseline" | "defaults" | "asOfMs">;
}

/** The default baselines of the deployment with their reasons, newest first. */
export function DefaultHistory({ response: { baseline, defaults, asOfMs } }: DefaultHistoryProps) {
  const timeZone = useTimeZone();
  return (
    <DetailSection title="Defaults of the deployment">
      {defaults.length === 0 ? (
        <p className="text-ink-2">
          The deployment has no default baseline. Signals, comparisons and gates use the default unless you
          select another baseline.
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {defaults.map(({ baselineId, name, sinceMs, reason, author }, index) => (
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
                {index === 0 && <span className="text-ink-2">, current default</span>}
              </p>
              <p className="text-xs text-ink-2">
                <ZonedText>
                  {formatDateTimeAsOf(sinceMs, { timeZone, asOfMs })} {formatZone(sinceMs, timeZone)}
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
