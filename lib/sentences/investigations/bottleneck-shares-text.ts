/** Formats the numbers that show the bottleneck: the time in each phase, and the shares of the roofline. */
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import type { PhaseBottleneck, RooflineBottleneck, StepParts } from "@/lib/model/investigation/validation";
import { percentText } from "@/lib/sentences/signals/comparison-text";

/** Number of listed phases, longest first. A shorter phase cannot be the bottleneck. */
const maxPhases = 4;

type Phases = ReadonlyDeep<PhaseBottleneck>;
type Roofline = ReadonlyDeep<RooflineBottleneck>;

/**
 * Returns the sentences on the bottleneck, each followed by its numbers. A validation stores the numbers, so that earlier
 * validations have them too.
 */
export function listBottleneckTexts({
  phases,
  roofline,
}: {
  readonly phases: Phases;
  readonly roofline: Roofline;
}): readonly string[] {
  return [phases.sentence, ...listPhaseTimes(phases), roofline.sentence, ...listStepShares(roofline)];
}

/** Returns the mean time in the longest phases before and after the fix; empty without traces. */
export function listPhaseTimes({ phases, beforeCount, afterCount }: Phases): readonly string[] {
  const longest = phases
    .toSorted(
      (one, other) =>
        Math.max(other.beforeSeconds, other.afterSeconds) - Math.max(one.beforeSeconds, one.afterSeconds),
    )
    .slice(0, maxPhases)
    .map(
      ({ title, beforeSeconds, afterSeconds }) =>
        `${title.toLowerCase()} ${formatWithUnit(beforeSeconds, "seconds", "s")} → ${formatWithUnit(afterSeconds, "seconds", "s")}`,
    );
  if (longest.length === 0) return [];
  return [
    `Mean time per traced request in the longest phases: ${longest.join(", ")} (${formatCount(beforeCount)} requests before the fix, ${formatCount(afterCount)} after it).`,
  ];
}

/** Returns the shares of each step before and after the fix; empty if the roofline is not known. */
export function listStepShares({ steps }: Roofline): readonly string[] {
  return steps.flatMap(stepShares);
}

const partNames = [
  ["memoryRatio", "memory"],
  ["computeRatio", "compute"],
  ["communicationRatio", "communication"],
  ["otherRatio", "other"],
] as const satisfies readonly (readonly [keyof StepParts, string])[];

function stepShares({ title, before, after }: Roofline["steps"][number]): readonly string[] {
  if (before === null && after === null) return [];
  const share = (parts: ReadonlyDeep<StepParts> | null, key: (typeof partNames)[number][0]): string =>
    parts === null ? "unknown" : percentText(parts[key]);
  const measured = partNames.filter(([key]) => (before?.[key] ?? 0) > 0 || (after?.[key] ?? 0) > 0);
  const texts = measured.map(([key, name]) => `${name} ${share(before, key)} → ${share(after, key)}`);
  return [`${title}, shares of the step time before and after the fix: ${texts.join(", ")}.`];
}
