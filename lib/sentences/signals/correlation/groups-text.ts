/** Two groups of points of a correlation as text: size, centre, time and correlation of each group. */
import type { GroupRun, PointGroup, TwoGroups } from "@/lib/analysis/statistics/series/groups/point-groups";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";
import { formatClock, formatDateTime, formatDay, formatTimeZoneName, needsSeconds } from "@/lib/format/time";
import type { CorrelatedPair } from "./pair";
import { strengthText } from "./strength-text";

type Named = Pick<CorrelatedPair, "x" | "y">;

/** Returns that the points fall into two groups, with size and centre of both. */
export function groupsSentence({ first, second }: TwoGroups, pair: Named): string {
  const near = ({ n, centre }: PointGroup): string =>
    `${formatCount(n)} near ${pair.y.format(centre.y)} and ${pair.x.format(centre.x)}`;
  return `The points of ${pair.y.name} and ${pair.x.name} fall into two groups: ${near(first)}, and ${near(second)}.`;
}

/** Warning that the coefficients of all points do not describe a group. */
export const mixedCoefficientsWarning =
  "Coefficients of all points mix the difference between the groups with the relation within them. Use the coefficients of each group.";

/** Returns size, centre, times and correlation of each group, and how separate the groups are. */
export function groupFacts(
  groups: TwoGroups,
  pair: Omit<CorrelatedPair, "xs" | "ys">,
  timeZone: string,
): readonly (readonly [name: string, value: string])[] {
  const describe = ({ n, share, centre }: PointGroup): string =>
    `${countWithNoun(n, "point")} (${Math.round(share * 100)} %), medians ${pair.y.format(centre.y)} and ${pair.x.format(centre.x)}`;
  return [
    ["Group 1", describe(groups.first)],
    ["Group 1, times", "all other times of the window"],
    ["Group 1, Spearman", correlationText(groups.first, pair)],
    ["Group 2", describe(groups.second)],
    ["Group 2, times", runsText(groups.secondRuns, pair, timeZone)],
    ["Group 2, Spearman", correlationText(groups.second, pair)],
    ["Separation", `Ashman’s D ${groups.separation.toFixed(1)}`],
  ];
}

function correlationText({ n, correlation }: PointGroup, { x, y }: Named): string {
  switch (correlation.kind) {
    case "correlation":
      return strengthText(correlation.spearman);
    case "too-few":
      return `inconclusive: ${countWithNoun(n, "point")}, at least ${correlation.required} are required`;
    case "no-spread":
      return correlation.constantSeries === "both"
        ? `inconclusive: neither ${x.name} nor ${y.name} changed`
        : `inconclusive: ${correlation.constantSeries === "x" ? x.name : y.name} did not change`;
  }
}

/** Intervals that are listed. The shorter ones are counted. */
const maxListed = 3;

function runsText(
  runs: readonly GroupRun[],
  { timesMs, stepMs }: Pick<CorrelatedPair, "timesMs" | "stepMs">,
  timeZone: string,
): string {
  const withSeconds = needsSeconds(stepMs);
  const textOf = ({ fromIndex, toIndex }: GroupRun): string => {
    const [startMs, endMs] = [timesMs[fromIndex] ?? Number.NaN, timesMs[toIndex] ?? Number.NaN];
    const start = formatDateTime(startMs, timeZone, withSeconds);
    if (startMs === endMs) return start;
    const isOneDay = formatDay(startMs, timeZone) === formatDay(endMs, timeZone);
    return `${start} – ${(isOneDay ? formatClock : formatDateTime)(endMs, timeZone, withSeconds)}`;
  };
  const lengthOf = ({ fromIndex, toIndex }: GroupRun): number => toIndex - fromIndex;
  const longest = runs.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, maxListed);
  const listed = longest.toSorted((a, b) => a.fromIndex - b.fromIndex).map(textOf);
  const rest = runs.length - listed.length;
  const zone = formatTimeZoneName(timesMs.at(-1) ?? 0, timeZone);
  return `${listed.join("; ")} ${zone}${rest === 0 ? "" : `, and ${countWithNoun(rest, "shorter interval")}`}`;
}
