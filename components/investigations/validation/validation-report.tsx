"use client";

import { useState } from "react";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { formatCount } from "@/lib/format/number";
import { formatWindow } from "@/lib/format/time";
import type { ValidationReport as Report } from "@/lib/model/investigation/validation";
import { listPhaseTimes, listStepShares } from "@/lib/sentences/investigations/bottleneck-shares-text";
import { verdictLoadText } from "@/lib/sentences/investigations/verdict-provenance-text";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { Button } from "@/components/ui/button";
import { GoalVerdictMark } from "../goal-check/goal-verdict-mark";
import { ValidatedSignalTable } from "./validated-signal-table";

type Deployment = ReadonlyDeep<Report>["deployments"][number];

/** The verdict in one sentence, then the goal and each deployment before and after the fix. */
export function ValidationReport({ report }: { readonly report: ReadonlyDeep<Report> }) {
  const { verdict, sentence, goalCheck, deployments } = report;
  const parts = goalCheck?.deployments.flatMap(({ deployment, parts: judged }) =>
    judged.map((part) => ({ ...part, slug: deployment.slug })),
  );
  return (
    <>
      <p className="text-sm">
        <GoalVerdictMark verdict={verdict} />
      </p>
      <p role="status" className="pt-1 wrap-anywhere">
        {isolateDirection(sentence)}
      </p>
      {parts !== undefined && parts.length > 0 && (
        <ul aria-label="Verdicts of the goal and its conditions after the fix" className="pt-1 text-xs">
          {parts.map(({ slug, title, verdict: judged, sentence: text }) => (
            <li key={`${slug} ${title}`} className="pt-1 wrap-anywhere">
              <GoalVerdictMark verdict={judged} /> {isolateDirection(title)}
              <span className="block text-ink-2">{isolateDirection(text)}</span>
            </li>
          ))}
        </ul>
      )}
      {deployments.map((one) => (
        <DeploymentReport key={one.deployment.slug} one={one} />
      ))}
    </>
  );
}

function DeploymentReport({ one }: { readonly one: Deployment }) {
  const [showsEverySignal, setShowsEverySignal] = useState(false);
  const { deployment, before, after, sentence, obstacles, notes, signals, phases, roofline, cost } = one;
  const basis = verdictLoadText(one.basis, "before and after the fix");
  const decisive = signals.filter(({ isDecisive, isGoal }) => isDecisive || isGoal);
  const listed = showsEverySignal ? signals : decisive;
  return (
    <section aria-label={`Before and after, ${deployment.title}`} className="pt-3 text-xs">
      <h4 className="font-medium">{isolateDirection(deployment.title)}</h4>
      <SideLine name="Before" side={before} />
      <SideLine name="After" side={after} />
      {obstacles.length === 0 && <p className="pt-1 wrap-anywhere">{isolateDirection(sentence)}</p>}
      {obstacles.map((text) => (
        <p key={text} className="pt-1 wrap-anywhere">
          <span className="font-semibold">No verdict: </span>
          {isolateDirection(text)}
        </p>
      ))}
      <ul aria-label="Bottleneck and cost" className="list-disc pt-1 pl-4">
        <TextWithNumbers text={phases.sentence} numbers={listPhaseTimes(phases)} />
        <TextWithNumbers text={roofline.sentence} numbers={listStepShares(roofline)} />
        <TextWithNumbers text={cost.sentence} numbers={[]} />
      </ul>
      {listed.length > 0 && <ValidatedSignalTable signals={listed} name={deployment.title} />}
      {signals.length > decisive.length && (
        <p className="pt-1 print:hidden">
          <Button size="sm" onClick={() => setShowsEverySignal(!showsEverySignal)}>
            {showsEverySignal
              ? "Show decisive signals"
              : `Show every signal (${formatCount(signals.length)})`}
          </Button>
        </p>
      )}
      {basis !== null && <p className="pt-1 text-ink-2 wrap-anywhere">{basis}</p>}
      {notes.map((note) => (
        <p key={note} className="pt-1 text-ink-2 wrap-anywhere">
          Note: {isolateDirection(note)}
        </p>
      ))}
    </section>
  );
}

interface TextWithNumbersProps {
  readonly text: string;
  readonly numbers: readonly string[];
}

function TextWithNumbers({ text, numbers }: TextWithNumbersProps) {
  return (
    <li className="wrap-anywhere">
      {isolateDirection(text)}
      {numbers.map((one) => (
        <span key={one} className="block text-ink-2">
          {isolateDirection(one)}
        </span>
      ))}
    </li>
  );
}

function SideLine({ name, side }: { readonly name: string; readonly side: Deployment["before"] }) {
  const timeZone = useTimeZone();
  if (side === null) return null;
  const { label, window, blockCount, requestCount } = side;
  return (
    <p className="pt-1 text-ink-2 wrap-anywhere">
      {name}: {side.kind === "baseline" ? <>baseline {isolateDirection(label)}, </> : null}
      <ZonedText>{formatWindow(window.startMs, window.endMs, timeZone)}</ZonedText>, {blockCount} blocks
      {requestCount === null ? "" : `, n = ${formatCount(requestCount)} requests`}
    </p>
  );
}
