"use client";

import type { ExperimentEntry } from "@/lib/contracts/investigations/experiments";
import { formatDateTime } from "@/lib/format/time";
import { experimentDecisionTitles } from "@/lib/model/investigation/experiments/experiment";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";

/** The decision with its reason, and the approval of an adopted change. */
export function DecisionText({
  experiment: { decision, approval },
}: {
  readonly experiment: ExperimentEntry;
}) {
  const timeZone = useTimeZone();
  if (decision === null) return null;
  const at = (atMs: number) => <ZonedText>{formatDateTime(atMs, timeZone)}</ZonedText>;
  return (
    <div className="text-xs wrap-anywhere">
      <p>
        <span className="font-semibold">{experimentDecisionTitles[decision.decision]}: </span>
        {isolateDirection(decision.reason)}{" "}
        <span className="text-ink-2">
          {decision.author}, {at(decision.atMs)}
        </span>
      </p>
      {approval !== null && (
        <p>
          <span className="font-semibold">Approved</span>
          {approval.exceptionReason !== null && (
            <> as a signed exception: {isolateDirection(approval.exceptionReason)}</>
          )}{" "}
          <span className="text-ink-2">
            {approval.author}, {at(approval.atMs)}
          </span>
        </p>
      )}
      {approval === null && decision.decision === "adopt" && (
        <p className="text-ink-2">
          Not approved yet. Approve the change before you set the state “Fix deployed”.
        </p>
      )}
    </div>
  );
}
