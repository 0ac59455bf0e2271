"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { GateRunEntry } from "@/lib/contracts/gates";
import { linkTo } from "@/lib/client/url-state";
import { formatDateTime, formatWindow, formatTimeZoneName } from "@/lib/format/time";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";

/** Lists the compared deployment, window and baseline, and the rules and options. */
export function GateFacts({ gate }: { readonly gate: GateRunEntry }) {
  const timeZone = useTimeZone();
  const { deployment, baseline, window, rules, factor, run } = gate;
  const facts: readonly (readonly [title: string, value: ReactNode])[] = [
    ["Deployment", <DeploymentLink key="deployment" deployment={deployment} window={window} />],
    ["Window", <ZonedText key="window">{formatWindow(window.startMs, window.endMs, timeZone)}</ZonedText>],
    ["Baseline", <BaselineLink key="baseline" baseline={baseline} />],
    ["Rules", rules.join(", ")],
    ["Declared factor", factor === null ? "none" : `${factor.path}${factorValues(factor.from, factor.to)}`],
    ["Unknown environment or load", gate.isStrict ? "prevents a verdict (strict)" : "is a warning"],
    ...(run === null ? [] : ([["Load test", run.title]] as const)),
    gate.waitingUntilMs === null
      ? ["Evaluated", timeText(gate.evaluatedAtMs, timeZone)]
      : ["Waiting until", timeText(gate.waitingUntilMs, timeZone)],
    ["Started by", gate.author],
  ];
  return (
    <dl className="grid max-w-[1040px] grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-6 gap-y-1">
      {facts.map(([title, value]) => (
        <div key={title} className="contents">
          <dt className="text-ink-2">{title}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Links to the signals of the window. */
function DeploymentLink({ deployment, window }: Pick<GateRunEntry, "deployment" | "window">) {
  if (deployment.isDeleted) return <>{isolateDirection(deployment.title)} (deleted)</>;
  const view = { d: deployment.slug, from: String(window.startMs), to: String(window.endMs), live: false };
  return (
    <Link className="text-accent hover:underline" href={linkTo("/signals", view)}>
      {isolateDirection(deployment.title)}
    </Link>
  );
}

function BaselineLink({ baseline: { id, name, isDeleted } }: Pick<GateRunEntry, "baseline">) {
  if (isDeleted) return <>{isolateDirection(name)} (deleted)</>;
  return (
    <Link className="text-accent hover:underline" href={`/baselines/${id}`}>
      {isolateDirection(name)}
    </Link>
  );
}

function factorValues(from: string | null, to: string | null): string {
  return from === null && to === null ? "" : ` from ${from ?? "any value"} to ${to ?? "any value"}`;
}

function timeText(atMs: number | null, timeZone: string): ReactNode {
  return atMs === null ? (
    "unknown"
  ) : (
    <ZonedText>
      {formatDateTime(atMs, timeZone)} {formatTimeZoneName(atMs, timeZone)}
    </ZonedText>
  );
}
