"use client";

import type { DeploymentsResponse } from "@/lib/contracts/deployments";
import { formatRelativeWindow, formatWindow } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Choice } from "@/components/ui/choice";
import type { CaptureTarget } from "./capture-dialog";

interface TargetChoicesProps {
  readonly target: CaptureTarget;
  /** The window of the page stays selectable. */
  readonly initialTarget: CaptureTarget;
  readonly deployments: DeploymentsResponse["deployments"];
  readonly onTarget: (target: CaptureTarget) => void;
}

const relativeStarts = ["now-1h", "now-6h", "now-24h", "now-7d"] as const;

type ShownWindow = Pick<CaptureTarget, "from" | "to">;

const keyOf = ({ from, to }: ShownWindow): string => `${from} ${to}`;

/** Selects the deployment and the window to capture. */
export function DeploymentAndWindowChoices({
  target,
  initialTarget,
  deployments,
  onTarget,
}: TargetChoicesProps) {
  const timeZone = useTimeZone();
  const windows = new Map(
    [initialTarget, target, ...relativeStarts.map((from) => ({ from, to: "now" }))].map(
      ({ from, to }) => [keyOf({ from, to }), { from, to }] as const,
    ),
  );
  return (
    <div className="flex flex-wrap gap-3">
      <Choice
        label="Deployment"
        value={target.deployment ?? ""}
        options={[
          ...(target.deployment === null ? [["", "Select a deployment"] as const] : []),
          ...listDeployments(deployments, target.deployment),
        ]}
        onChoose={(slug) => onTarget({ ...target, deployment: slug === "" ? null : slug })}
      />
      <Choice
        label="Window"
        value={keyOf(target)}
        options={[...windows].map(([key, window]) => [key, windowText(window, timeZone)] as const)}
        onChoose={(key) => onTarget({ ...target, ...windows.get(key) })}
      />
    </div>
  );
}

/** The selected deployment stays an option, also if it is hidden. */
function listDeployments(
  deployments: TargetChoicesProps["deployments"],
  selected: string | null,
): readonly (readonly [string, string])[] {
  const listed = deployments.map(({ slug, title }) => [slug, title] as const);
  const isListed = selected === null || listed.some(([slug]) => slug === selected);
  return isListed ? listed : [[selected, selected], ...listed];
}

function windowText({ from, to }: ShownWindow, timeZone: string): string {
  const relative = formatRelativeWindow(from, to);
  if (relative !== undefined) return relative;
  const [startMs, endMs] = [Number(from), Number(to)];
  const isAbsolute = Number.isFinite(startMs) && Number.isFinite(endMs);
  return isAbsolute ? formatWindow(startMs, endMs, timeZone) : `${from} to ${to}`;
}
