"use client";

import Link from "next/link";
import type { ExperimentEntry } from "@/lib/contracts/investigations/experiments";
import { formatCount } from "@/lib/format/number";
import { formatDateTime, formatWindow } from "@/lib/format/time";
import { hypothesisName } from "@/lib/model/investigation/hypothesis";
import type { ArmBaseline } from "@/lib/model/investigation/experiments/experiment";
import { baselineArmText } from "@/lib/sentences/investigations/experiments/baseline-arm-text";
import { listGuardNames } from "@/lib/sentences/investigations/experiment-text";
import { armScoresText, listArmScores } from "@/lib/sentences/investigations/score-text";
import { nameStatistic } from "@/lib/sentences/comparisons/statistic-text";
import { percentText } from "@/lib/sentences/signals/comparison-text";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";

/** The plan that was declared before the start: arms with their windows, measures and rules. */
export function ExperimentPlan({ experiment }: { readonly experiment: ExperimentEntry }) {
  const timeZone = useTimeZone();
  const { arms, measures, hypothesis, rollbackPlan, scores, rollbackHook, hookFiresOnGuard } = experiment;
  const { primary, marginRatio, plannedBlocks, stopRule, maxQualityDecrease } = measures;
  const guardNames = listGuardNames(measures);
  const windowText = ({ startMs, endMs }: (typeof arms)[0]["windows"][number]): string =>
    endMs === null ? `since ${formatDateTime(startMs, timeZone)}` : formatWindow(startMs, endMs, timeZone);
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-xs">
      {hypothesis !== null && <Fact term="Hypothesis" text={hypothesisName(hypothesis.number)} />}
      {arms.map(({ role, name, deployment, selector, windows, baseline }) => (
        <div key={role} className="contents">
          <dt className="text-ink-2">{role === "reference" ? "Reference arm" : "Changed arm"}</dt>
          <dd className="wrap-anywhere">
            {isolateDirection(name)}: {deployment}
            {selector !== null && `, ${selector.label} ${selector.value}`}
            {baseline !== null ? (
              <>
                , <BaselineText baseline={baseline} />
              </>
            ) : windows.length === 0 ? (
              ", from the start of the experiment"
            ) : (
              <>
                , <ZonedText>{windows.map(windowText).join(", ")}</ZonedText>
              </>
            )}
          </dd>
        </div>
      ))}
      <Fact
        term="Primary measure"
        text={`${nameStatistic(primary)}, changes of at least ${percentText(marginRatio)} count`}
      />
      <Fact term="Guards" text={guardNames.length === 0 ? "none" : guardNames.join(", ")} />
      <Fact
        term="Planned"
        text={`${formatCount(plannedBlocks)} blocks of at least 1 min per arm, ${stopRule === "first-verdict" ? "complete at the first verdict" : "verdict at the end only"}`}
      />
      <Fact
        term="Quality scores"
        text={
          maxQualityDecrease === 0
            ? "no decrease is accepted"
            : `a decrease of at most ${percentText(maxQualityDecrease)} is accepted`
        }
      />
      {listArmScores(scores).map((one) => (
        <Fact key={one.name} term={`Score ${one.name}`} text={armScoresText(one)} />
      ))}
      <Fact term="Rollback plan" text={rollbackPlan} />
      {rollbackHook !== null && (
        <Fact
          term="Rollback hook"
          text={`${rollbackHook.name}, fired by a person${hookFiresOnGuard ? ", or if a guard is worse at two consecutive interim analyses" : ""}`}
        />
      )}
    </dl>
  );
}

/** The baseline with its window, linked unless its name is hidden. */
function BaselineText({ baseline }: { readonly baseline: ArmBaseline }) {
  const timeZone = useTimeZone();
  const text = baselineArmText(baseline, ({ startMs, endMs }) => formatWindow(startMs, endMs, timeZone));
  return baseline.name === null ? (
    <ZonedText>{text}</ZonedText>
  ) : (
    <Link href={`/baselines/${baseline.id}`} className="text-accent hover:underline">
      <ZonedText>{isolateDirection(text)}</ZonedText>
    </Link>
  );
}

function Fact({ term, text }: { readonly term: string; readonly text: string }) {
  return (
    <div className="contents">
      <dt className="text-ink-2">{term}</dt>
      <dd className="wrap-anywhere">{isolateDirection(text)}</dd>
    </div>
  );
}
