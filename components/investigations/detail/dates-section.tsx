"use client";

import Link from "next/link";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { formatDateTimeWithOptionalYear, formatTimeZoneName } from "@/lib/format/time";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";

/** Times of an investigation, where it was opened, the deploy of the fix, and related investigations. */
export function DatesSection({ page }: { readonly page: InvestigationResponse }) {
  const timeZone = useTimeZone();
  const { investigation, asOfMs } = page;
  const { startedAtMs, detectedAtMs, mitigatedAtMs, resolvedAtMs, createdAtMs, deploy, opening } =
    investigation;
  const times = [
    ["Started", startedAtMs],
    ["Detected", detectedAtMs],
    ["Opened", createdAtMs],
    ["Mitigated", mitigatedAtMs],
    ["Resolved", resolvedAtMs],
  ] as const;
  return (
    <section aria-labelledby="dates" className="text-xs">
      <h2 id="dates" className="pb-1 text-sm font-semibold">
        Dates <span className="font-normal text-ink-2">{formatTimeZoneName(asOfMs, timeZone)}</span>
      </h2>
      <dl className="tnum">
        {times.map(([name, atMs]) => (
          <div key={name} className="flex justify-between gap-3 border-b border-rule py-1">
            <dt className="text-ink-2">{name}</dt>
            <dd>
              {atMs === null ? (
                <span className="text-ink-2">not set</span>
              ) : (
                <ZonedText>
                  {formatDateTimeWithOptionalYear(atMs, { timeZone, referenceMs: asOfMs })}
                </ZonedText>
              )}
            </dd>
          </div>
        ))}
        {deploy !== null && (
          <div className="flex justify-between gap-3 border-b border-rule py-1">
            <dt className="text-ink-2">Deploy of the fix</dt>
            <dd className="wrap-anywhere">{isolateDirection(deploy.title)}</dd>
          </div>
        )}
        {opening.path !== null && (
          <div className="flex justify-between gap-3 border-b border-rule py-1">
            <dt className="text-ink-2">Opened from</dt>
            <dd>
              <Link href={opening.path} className="text-accent hover:underline">
                a {opening.kind}
              </Link>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
