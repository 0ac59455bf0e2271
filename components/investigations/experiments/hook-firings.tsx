"use client";

import type { ExperimentEntry } from "@/lib/contracts/investigations/experiments";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";
import { formatDateTime } from "@/lib/format/time";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";

type Firing = ExperimentEntry["hookFirings"][number];

/** Each firing of the rollback hook with its outcome. */
export function HookFirings({ experiment: { hookFirings } }: { readonly experiment: ExperimentEntry }) {
  const timeZone = useTimeZone();
  if (hookFirings.length === 0) return null;
  return (
    <ul aria-label="Rollback hook" className="text-xs">
      {hookFirings.map((firing) => (
        <li key={firing.id} className="wrap-anywhere">
          <span className="font-semibold">Rollback requested: </span>
          {isolateDirection(firing.reason)}. {describeOutcome(firing)}{" "}
          <span className="text-ink-2">
            {isolateDirection(firing.webhook)},{" "}
            {firing.trigger === "stop-rule" ? "stop rule" : isolateDirection(firing.author)},{" "}
            <ZonedText>{formatDateTime(firing.atMs, timeZone)}</ZonedText>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Returns the outcome as a sentence. Only admins see more, in the settings. */
function describeOutcome({ state, status, durationMs, attemptCount }: Firing): string {
  const attempts = countWithNoun(attemptCount, "attempt");
  if (state === "waiting")
    return attemptCount === 0 ? "The message is being sent." : `No response yet after ${attempts}.`;
  const time = durationMs === null ? "" : ` after ${formatCount(durationMs)} ms`;
  if (status === null)
    return `The message was not delivered, ${attempts}. An admin can find the reason in Settings › Webhooks.`;
  return state === "delivered"
    ? `The receiver accepted the message with the status ${status}${time}.`
    : `The receiver refused the message with the status ${status}${time}.`;
}
