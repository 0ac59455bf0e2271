/** The newest goal check of the record, and whether it still describes the present round and goal. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import type { GoalCheck } from "@/lib/model/investigation/goal-check";
import { writeTime, type ReportContext } from "./report-context";

/** Newest stored check of the goal, and the changes of the investigation since then. */
export interface RecordedCheck {
  readonly check: GoalCheck;
  readonly round: number;
  /** Changes after the check: "round 2 was started", "the goal was changed". Empty for a check of the present goal. */
  readonly laterChanges: readonly string[];
}

type CheckRecord = Pick<InvestigationDocument, "investigation" | "timeline" | "validations">;

/** Returns the newest goal check of the timeline and of the stored validations; null if the goal was never checked. */
export function findGoalCheck(record: CheckRecord): RecordedCheck | null {
  const newest = [...listTimelineChecks(record), ...listValidatedChecks(record)]
    .toSorted((one, other) => one.check.checkedAtMs - other.check.checkedAtMs)
    .at(-1);
  return newest === undefined ? null : { ...newest, laterChanges: listLaterChanges(record, newest) };
}

/** Returns the newest goal check if neither the round nor the goal changed after it; null for an older check. */
export function findPresentCheck(record: CheckRecord): GoalCheck | null {
  const found = findGoalCheck(record);
  return found === null || found.laterChanges.length > 0 ? null : found.check;
}

type FoundCheck = Omit<RecordedCheck, "laterChanges">;

/** Returns the goal checks of the timeline. The round of an entry is the round that the next start of a round ended. */
function listTimelineChecks({ investigation, timeline }: CheckRecord): readonly FoundCheck[] {
  return timeline.flatMap(({ payload }, index): readonly FoundCheck[] => {
    if (payload.kind !== "state" || payload.goalCheck === undefined) return [];
    const next = timeline
      .slice(index + 1)
      .flatMap((entry) => (entry.payload.kind === "round" ? [entry.payload] : []));
    return [{ check: payload.goalCheck, round: next[0]?.from ?? investigation.round }];
  });
}

function listValidatedChecks({ validations }: CheckRecord): readonly FoundCheck[] {
  return validations.flatMap(({ round, report: { goalCheck } }) =>
    goalCheck === null ? [] : [{ check: goalCheck, round }],
  );
}

/** Properties on which the result of a check depends, by their names in the timeline. */
const checkedProperties: ReadonlyMap<string, string> = new Map([
  ["goal", "the goal was changed"],
  ["conditions", "the conditions were changed"],
  ["deployments", "the deployments were changed"],
]);

function listLaterChanges(
  { investigation, timeline }: CheckRecord,
  { check, round }: FoundCheck,
): readonly string[] {
  const edits = timeline
    .filter(({ atMs }) => atMs > check.checkedAtMs)
    .flatMap(({ payload }) => {
      if (payload.kind === "state" && payload.from === "resolved") return ["the investigation was reopened"];
      const changes = payload.kind === "edited" ? payload.changes : [];
      return changes.flatMap(({ field }) => checkedProperties.get(field) ?? []);
    });
  const nextRound = round < investigation.round ? [`round ${round + 1} was started`] : [];
  return [...nextRound, ...new Set(edits)];
}

/** Returns the time of a check: "Round 1, checked on Thu 19 Nov 2026, 15:42 UTC, before round 2 was started". */
export function describeCheckTime(
  { check, round, laterChanges }: RecordedCheck,
  context: Pick<ReportContext, "timeZone">,
): string {
  const time = writeTime(check.checkedAtMs, context);
  if (laterChanges.length === 0) return `Checked on ${time}`;
  return `Round ${round}, checked on ${time}, before ${laterChanges.join(" and ")}`;
}

/** Returns why a new check is needed, as a sentence. */
export function describeMissingCheck({ laterChanges }: RecordedCheck): string {
  return `The goal was not checked after ${laterChanges.join(" and ")}.`;
}
