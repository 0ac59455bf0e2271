"use client";

import Link from "next/link";
import type { BaselineResponse } from "@/lib/contracts/baselines";
import { formatCount } from "@/lib/format/number";
import { formatDateTimeWithOptionalYear, formatWindow, formatTimeZoneName } from "@/lib/format/time";
import { linkTo } from "@/lib/client/url-state";
import { describeBaseline } from "@/lib/sentences/baselines/baseline-headline";
import { Age } from "@/components/shared/age";
import { isolateDirection } from "@/components/shared/isolated-text";
import { SentenceText } from "@/components/shared/sentence-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { HealthRemarks } from "../health-remarks";
import { getDeploymentTitle, getMeasuredAtMs } from "../list/filter-and-sort-baselines";

interface BaselineHeaderProps {
  readonly response: BaselineResponse;
  readonly receivedAtMs: number;
}

/** The headline of a baseline, and one line about its window, n and health. */
export function BaselineHeader({ response, receivedAtMs }: BaselineHeaderProps) {
  const timeZone = useTimeZone();
  const { baseline, measured, asOfMs } = response;
  const { window, deployment, summary, expiresAtMs } = baseline;
  const sentence = describeBaseline(measured);
  return (
    <header className="pb-4">
      <h1 className="max-w-[1040px] text-2xl font-medium tracking-[-0.01em] text-ink-2">
        <span className="font-semibold wrap-anywhere text-ink">
          {isolateDirection(baseline.name)}
          {sentence.length === 0 ? "" : ": "}
        </span>
        <SentenceText sentence={sentence} />
      </h1>
      <p className="tnum mt-2 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-ink-2">
        {deployment === null ? (
          <span>
            {isolateDirection(getDeploymentTitle(baseline))}, a deployment that was deleted or is unknown here
          </span>
        ) : (
          <Link
            href={linkTo("/signals", { d: deployment.slug, ...viewWindow(window) })}
            className="text-accent hover:underline"
          >
            {isolateDirection(deployment.title)}
          </Link>
        )}
        {window !== null && <ZonedText>{formatWindow(window.startMs, window.endMs, timeZone)}</ZonedText>}
        <Age atMs={getMeasuredAtMs(baseline)} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />
        {typeof summary?.requestCount === "number" && (
          <span>n = {formatCount(summary.requestCount)} requests</span>
        )}
        {expiresAtMs !== null && !baseline.isPinned && (
          <ZonedText>
            {baseline.isExpired ? "expired" : "expires"}{" "}
            {formatDateTimeWithOptionalYear(expiresAtMs, { timeZone, referenceMs: asOfMs })}{" "}
            {formatTimeZoneName(expiresAtMs, timeZone)}
          </ZonedText>
        )}
        {baseline.visibility === "team" && (
          <span>visible to the team {isolateDirection(baseline.team?.name ?? "that was deleted")} only</span>
        )}
        <HealthRemarks baseline={baseline} />
      </p>
    </header>
  );
}

function viewWindow(window: BaselineResponse["baseline"]["window"]) {
  return window === null ? {} : { from: String(window.startMs), to: String(window.endMs) };
}
