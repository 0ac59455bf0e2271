"use client";

import Link from "next/link";
import type { GoalCheckResponse } from "@/lib/contracts/investigations/goal-check";
import { formatWindow } from "@/lib/format/time";
import { Age } from "@/components/shared/age";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { GoalVerdictMark } from "./goal-verdict-mark";

type Check = NonNullable<GoalCheckResponse["check"]>;

interface GoalCheckResultProps {
  readonly check: Check;
  /** Server time of the response. */
  readonly asOfMs: number;
  readonly receivedAtMs: number;
}

/** The verdict with its window and age, and the goal and each condition with their numbers. */
export function GoalCheckResult({ check, asOfMs, receivedAtMs }: GoalCheckResultProps) {
  const timeZone = useTimeZone();
  const { window, deployments, incompleteReason } = check;
  return (
    <>
      <p className="pt-1 text-sm">
        <GoalVerdictMark verdict={check.verdict} />
      </p>
      {incompleteReason !== null && <p className="pt-1">{incompleteReason}</p>}
      {deployments.map((one) => (
        <DeploymentParts key={one.deployment.slug} checked={one} isNamed={deployments.length > 1} />
      ))}
      <p className="pt-1 text-2xs text-ink-2">
        {window.basis} <ZonedText>{formatWindow(window.startMs, window.endMs, timeZone)}</ZonedText>. Checked{" "}
        <Age atMs={check.checkedAtMs} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />.
      </p>
    </>
  );
}

interface DeploymentPartsProps {
  readonly checked: Check["deployments"][number];
  /** True if the deployment is named, because the investigation has several. */
  readonly isNamed: boolean;
}

function DeploymentParts({
  checked: { deployment, parts, unavailableReason, warnings },
  isNamed,
}: DeploymentPartsProps) {
  return (
    <>
      {isNamed && <p className="pt-2 font-medium">{isolateDirection(deployment.title)}</p>}
      {unavailableReason !== null && <p className="pt-1 wrap-anywhere">{unavailableReason}</p>}
      <ul aria-label={`Goal and conditions of ${deployment.title}`}>
        {parts.map(({ kind, title, verdict, sentence, missingSetting }) => (
          <li key={`${kind} ${title}`} className="pt-1.5 wrap-anywhere">
            <GoalVerdictMark verdict={verdict} /> <span>{isolateDirection(title)}</span>
            <span className="block text-ink-2">{isolateDirection(sentence)}</span>
            {missingSetting !== null && (
              <Link
                href={`/roofline?d=${encodeURIComponent(deployment.slug)}`}
                className="text-accent hover:underline print:hidden"
              >
                {missingSetting === "price" ? "Enter the price" : "Enter the number of GPUs"}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {warnings.map((warning) => (
        <p key={warning} className="pt-1 text-ink-2 wrap-anywhere">
          Note: {isolateDirection(warning)}
        </p>
      ))}
    </>
  );
}
