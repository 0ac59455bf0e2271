/** Sentences of a watch: what its windows show, and the result of one window. */
import type {
  CheckedLimit,
  WatchedComparison,
  WatchedRow,
} from "@/lib/analysis/validation/judge-watched-window";
import type { ComparedRowEntry } from "@/lib/contracts/comparisons";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import {
  hasTooFewVerdicts,
  type WatchOutcome,
  type WatchState,
  type WatchVerdict,
} from "@/lib/model/investigation/watch";
import { capitalise, cannotTellText } from "@/lib/sentences/comparisons/reason-text";
import {
  valueChangeText,
  nameStatistic,
  relativeIntervalText,
  verdictTitles,
} from "@/lib/sentences/comparisons/statistic-text";
import { validationIssueText } from "./validation-text";

interface WatchFacts {
  readonly state: WatchState;
  readonly endReason: string | null;
  readonly dueCount: number;
  readonly evaluatedCount: number;
  readonly outcome: WatchOutcome;
}

/** Returns the state of the watch, and whether its windows show that the effect lasts. */
export function watchSentence({ state, endReason, dueCount, evaluatedCount, outcome }: WatchFacts): string {
  if (state === "relapsed") return "Two consecutive windows were worse, so the investigation was reopened.";
  const texts = [
    ...(state === "ended" ? [`The watch has ended: ${endReason ?? "no reason"}`] : []),
    judgedText(dueCount, outcome),
    ...(state === "active" ? openTexts(dueCount - evaluatedCount, outcome) : []),
  ];
  return texts.join(" ");
}

function judgedText(dueCount: number, { judgedCount, worse }: WatchOutcome): string {
  if (dueCount === 0) return "No window is complete yet.";
  const verb = judgedCount === 1 ? "has" : "have";
  const counted = `${formatCount(judgedCount)} of ${countWithNoun(dueCount, "due window")} ${verb} a verdict`;
  if (hasTooFewVerdicts(judgedCount, dueCount))
    return `Only ${counted}, which is fewer than half, so the watch cannot tell whether the effect lasts.`;
  return worse.length === 0
    ? `The effect lasts so far: ${counted}, and the newest is not worse.`
    : `${counted}.`;
}

function openTexts(waitingCount: number, { decision, worse }: WatchOutcome): readonly string[] {
  return [
    ...(worse.length === 0
      ? []
      : [
          "The newest window with a verdict is worse. If the next window is worse too, the investigation is reopened.",
        ]),
    ...(decision === "paused" ? ["The watch is paused, because the newest window has no verdict."] : []),
    ...(waitingCount <= 0
      ? []
      : [`${countWithNoun(waitingCount, "due window is", "due windows are")} not evaluated yet.`]),
  ];
}

interface WatchedRowEntry extends Omit<WatchedRow, "compared"> {
  readonly entry: ComparedRowEntry;
}

interface WatchedResult extends Pick<WatchedComparison, "obstacles" | "missingCount"> {
  readonly verdict: WatchVerdict;
  /** The rows that decide the verdict. */
  readonly rows: readonly WatchedRowEntry[];
}

/** Returns the verdict on one window with its numbers, or why there is none. */
export function watchedWindowSentence({ verdict, rows, obstacles, missingCount }: WatchedResult): string {
  const title = verdictTitles[verdict];
  if (verdict !== "cannot-tell") return `${title}: ${rows.map(rowText).join("; ")}.`;
  const [obstacle] = obstacles;
  if (obstacle !== undefined) return `${title}: ${validationIssueText(obstacle)}`;
  if (missingCount !== null) {
    const { count, neededCount } = missingCount;
    return `${title}: the window has ${formatCount(count)} observations, and the validation had ${formatCount(neededCount)}.`;
  }
  const undecided = rows.find((row) => row.verdict === "cannot-tell");
  const reason = undecided === undefined ? null : undecidedText(undecided);
  const name = undecided === undefined ? "The value of the goal" : capitalise(nameStatistic(undecided.entry));
  return `${title}: ${name} is undecided. ${reason ?? ""}`.trimEnd();
}

function undecidedText({ entry, limits }: WatchedRowEntry): string | null {
  const open = limits.find(({ verdict }) => verdict === "cannot-tell");
  return entry.verdict === "worse" && open !== undefined
    ? `It is worse than in the validation, and its interval contains the limit of ${limitText(open)}.`
    : cannotTellText(entry);
}

function rowText({ entry, verdict, limits }: WatchedRowEntry): string {
  const { exact, comparison } = entry;
  const judged = exact === null ? comparison : exact.mean;
  const interval = relativeIntervalText(judged);
  const values = valueChangeText(entry);
  const missed = limits.find((one) => one.verdict === "not-met");
  return [
    `${nameStatistic(entry)} ${verdictTitles[verdict].toLowerCase()}`,
    `${values === "" ? "" : `, ${values}`}${interval === "" ? "" : ` (${interval})`}`,
    missed === undefined
      ? ""
      : `, ${missed.limit.kind === "at-most" ? "above" : "below"} the limit of ${limitText(missed)}`,
  ].join("");
}

function limitText({ limit: { signal, statistic, value, isPerInstance } }: CheckedLimit): string {
  const { unit, displayUnit } = unitOfStatistic(signal, statistic);
  const text = formatWithUnit(value, unit, displayUnit);
  return isPerInstance === true ? `${text} per instance` : text;
}

/** Returns why the investigation is reopened. `validation` is the name of the validation. */
export function relapseReason(validation: string, sentences: readonly string[]): string {
  return `Two consecutive windows of the watch of ${validation} are worse. ${sentences.join(" ")}`;
}
