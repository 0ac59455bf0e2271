/** States why a comparison cannot decide, and what would settle it. */
import type {
  ComparedRowEntry,
  ComparisonResultEntry,
  ComparisonRefusalEntry,
  InconclusiveReasonEntry,
  JudgedChangeEntry,
} from "@/lib/contracts/comparisons";
import { formatCount } from "@/lib/format/number";
import type { ComparedStatistic } from "@/lib/model/comparison/compared-statistic";
import { loadDiffersText, tooNoisyText } from "@/lib/sentences/signals/comparison-text";
import { absenceText, edgeText, nameStatistic, resolutionText } from "./statistic-text";

const maxNames = 6;
/** Largest number of time blocks that two windows together can have. */
const maxBlocks = 3_000;

/** Next steps after a refused comparison, which depend on the page. */
export interface RefusalAdvice {
  /** End of the sentence that starts with "Declare it as the factor, or". */
  readonly equalEnvironment: string;
  readonly oneFactor: string;
  readonly mismatch: string;
  readonly sides: Readonly<Record<"before" | "after", string>>;
}

const comparisonAdvice: RefusalAdvice = {
  equalEnvironment: "compare sides with an equal environment.",
  oneFactor: "Compare sides that differ in one declared factor only.",
  mismatch: "Correct the expected value, or select another side.",
  sides: { before: "before the change", after: "after the change" },
};

/**
 * Returns why two windows cannot be compared and what to do, as sentences. `advice` contains the next steps of the page
 * that shows the sentences; by default those of the page Compare.
 */
export function refusalText(
  refusal: ComparisonRefusalEntry,
  { differences }: Pick<ComparisonResultEntry["environment"], "differences">,
  advice: RefusalAdvice = comparisonAdvice,
): string {
  switch (refusal.kind) {
    case "undeclared": {
      const named = refusal.paths.map((path) => {
        const difference = differences.find((one) => one.path === path);
        return difference === undefined
          ? path
          : `${path} (${difference.before.value} → ${difference.after.value})`;
      });
      const verb = refusal.paths.length === 1 ? "differs and is" : "differ and are";
      const next =
        refusal.paths.length === 1
          ? `Declare it as the factor, or ${advice.equalEnvironment}`
          : advice.oneFactor;
      return `${listNames(named)} ${verb} not declared as the factor. ${next}`;
    }
    case "factor-mismatch":
      return `The declared factor expects ${refusal.path} = ${refusal.declared} ${advice.sides[refusal.side]}, but the value was ${refusal.found}. ${advice.mismatch}`;
    case "not-known": {
      const verb =
        refusal.paths.length === 1 ? "is unknown on at least one side" : "are unknown on at least one side";
      return `${listNames(refusal.paths)} ${verb}, and the comparison is strict. Record the values with configuration events or in ridgepoint.yaml, or compare without “strict”.`;
    }
  }
}

/**
 * Returns why a statistic has the verdict "cannot tell" and which data would give a verdict; null for
 * another verdict.
 */
export function cannotTellText(row: ComparedRowEntry): string | null {
  if (row.verdict !== "cannot-tell") return null;
  const { exact, comparison } = row;
  if (exact === null)
    return comparison.reason === null
      ? null
      : reasonText(comparison.reason, row, { statistic: row.statistic, judged: comparison });
  const undecided = [
    { name: "the mean", statistic: "mean" as const, judged: exact.mean },
    ...exact.shares.map(({ edge, comparison: judged }) => ({
      name: `the share above ${edgeText(edge, row)}`,
      statistic: "share" as const,
      judged,
    })),
  ].filter(({ judged }) => judged.verdict === "cannot-tell");
  const first = undecided[0];
  const bucket = resolutionText(exact.resolution, row);
  const intro = `The buckets are too wide to compare a percentile (${bucket}). The mean and the shares of requests above the bucket edges are compared instead.`;
  if (first === undefined || first.judged.reason === null) return intro;
  return `${intro} Undecided: ${listNames(undecided.map(({ name }) => name))}. ${reasonText(first.judged.reason, row, first, neededSamples(undecided))}`;
}

interface UndecidedPart {
  readonly statistic: ComparedStatistic | "share";
  readonly judged: JudgedChangeEntry;
}

/** Returns the largest number of further requests that a part needs; null if none needs a known number. */
function neededSamples(parts: readonly UndecidedPart[]): number | null {
  const needed = parts.flatMap(({ judged, statistic }) =>
    statistic === "share" && judged.reason?.kind === "few-samples"
      ? (judged.reason.additionalSamples ?? [])
      : [],
  );
  return needed.length === 0 ? null : Math.max(...needed);
}

function reasonText(
  reason: InconclusiveReasonEntry,
  row: ComparedRowEntry,
  part: UndecidedPart,
  requestCount: number | null = null,
): string {
  switch (reason.kind) {
    case "no-number":
      return missingText(row);
    case "no-base":
      return "The value before is 0, so a relative change does not exist.";
    case "load-differs":
      return `${capitalise(loadDiffersText(reason.differences.map(({ measure, ratio }) => ({ measure, ratio: ratio ?? Infinity }))))}. Choose windows with equal load, or declare the load as the factor.`;
    case "too-noisy":
      return `${capitalise(tooNoisyText(reason.variationRatio, namePart(row, part)))}. Choose longer windows.`;
    case "bucket-resolution":
      return `Each value may be anywhere in ${resolutionText(reason, row)}. More requests do not help: use finer buckets or native histograms.`;
    case "few-samples":
      return samplesText(requestCount ?? reason.additionalSamples, row, part);
  }
}

/** Rounds an estimated number of samples up to two digits, so that the displayed number is enough for a verdict. */
function roundUp(count: number): number {
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.ceil(count / digit) * digit;
}

function namePart(row: ComparedRowEntry, { statistic }: UndecidedPart): string {
  return statistic === "share"
    ? "the share of requests above the bucket edge"
    : nameStatistic({ ...row, statistic });
}

/** Returns how many more samples a verdict needs: requests for a share of requests, time blocks for a mean or a rate. */
function samplesText(
  additional: number | null,
  row: ComparedRowEntry,
  { statistic, judged }: UndecidedPart,
): string {
  if (additional === null) return "The interval is too wide for a verdict. Choose longer windows.";
  const noun = statistic === "share" ? "requests" : "time blocks";
  if (noun === "requests" || additional <= maxBlocks)
    return `About ${formatCount(roundUp(additional))} more ${noun} in the two windows together would be enough for a verdict.`;
  return isVarying(row, judged)
    ? "The values vary too much within a window. Choose windows in which load and latency are steady."
    : "The change is too close to the margin: even the longest windows would not give a verdict.";
}

/**
 * Returns whether the values vary too much for a verdict: the change is above the margin and still undecided, or even a
 * change of 0 would be undecided with the longest windows.
 */
function isVarying(
  { before, after }: ComparedRowEntry,
  { change, lower, upper, margin }: JudgedChangeEntry,
): boolean {
  if (change === null || Math.abs(change) >= margin.ratio) return change !== null;
  const reach = Math.max(change - (lower ?? -Infinity), (upper ?? Infinity) - change);
  return (before.blockCount + after.blockCount) * (reach / margin.ratio) ** 2 > maxBlocks;
}

function missingText({ before, after, ...row }: ComparedRowEntry): string {
  const texts = [
    before.kind === "absent" ? `Before: ${absenceText(before)}` : "",
    after.kind === "absent" ? `After: ${absenceText(after)}` : "",
  ].filter((text) => text !== "");
  return texts.length === 0 ? `${capitalise(nameStatistic(row))} has no number.` : texts.join(" ");
}

/** Formats a list of names: "a", "a and b", or "a, b, c and 2 more". */
export function listNames(names: readonly string[]): string {
  const hiddenCount = names.length - maxNames;
  const listed = hiddenCount > 0 ? [...names.slice(0, maxNames), `${hiddenCount} more`] : names;
  const last = listed.at(-1) ?? "";
  return listed.length < 2 ? last : `${listed.slice(0, -1).join(", ")} and ${last}`;
}

/** Changes the first character to upper case. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
