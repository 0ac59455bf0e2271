// Reads comparisons of the product, whose sentences and numbers are the texts of the investigations.
import { comparisonContract, type ComparedRowEntry, type ComparisonEntry } from "@/lib/contracts/comparisons";
import { getQuantileLevel } from "@/lib/model/comparison/compared-statistic";
import type { TimeWindow } from "@/lib/model/time-window";
import { valueChangeText, nameStatistic } from "@/lib/sentences/comparisons/statistic-text";
import { getComparison } from "@/lib/services/comparisons/get-comparison";
import type { EndpointCaller } from "../writing/call-endpoint";

const weekMs = 7 * 86_400_000;

interface ComparedDeployment {
  readonly deployment: string;
  readonly window: TimeWindow;
}

/** Returns the comparison of a window with the same hours of the week before, by means. */
export function compareWithWeekBefore(
  call: EndpointCaller,
  { deployment, window }: ComparedDeployment,
): Promise<ComparisonEntry> {
  return compareWithWindow(call, { deployment, window }, shiftToWeekBefore(window));
}

/** Returns the comparison of a window with another window of the deployment, by means. */
export function compareWithWindow(
  call: EndpointCaller,
  { deployment, window }: ComparedDeployment,
  before: TimeWindow,
): Promise<ComparisonEntry> {
  const query = {
    before: windowReference(deployment, before),
    after: windowReference(deployment, window),
    statistic: "mean",
  } as const;
  return call(comparisonContract, getComparison, { query });
}

/** Returns the window a week earlier. */
export function shiftToWeekBefore({ startMs, endMs }: TimeWindow): TimeWindow {
  return { startMs: startMs - weekMs, endMs: endMs - weekMs };
}

function windowReference(deployment: string, { startMs, endMs }: TimeWindow): string {
  return `window:${deployment}:${startMs}:${endMs}`;
}

/** Returns the question whose answer is this comparison. */
export function toQuestion({ before, after, statistic }: ComparisonEntry) {
  const sides = { before: before.reference, after: after.reference };
  return { endpoint: "comparison", ...sides, statistic, factor: null, isStrict: false } as const;
}

/** Returns the row of the mean of a signal; undefined if a side has no number. */
export function findMean({ result }: ComparisonEntry, signal: ComparedRowEntry["signal"]) {
  const row = result?.rows.find((one) => one.signal === signal && one.statistic === "mean");
  if (row?.before.kind !== "present" || row.after.kind !== "present") return undefined;
  return { row, before: row.before, after: row.after, change: row.comparison.change };
}

/** Returns "mean TTFT 0.31 → 0.32 s" for each mean, rate and value with this verdict that is not 0 on both sides. */
export function listValues(
  { result }: ComparisonEntry,
  verdict: ComparedRowEntry["verdict"],
): readonly string[] {
  const rows = result?.rows ?? [];
  return rows
    .filter((row) => row.verdict === verdict && getQuantileLevel(row.statistic) === null && !isZero(row))
    .flatMap((row) => {
      const values = valueChangeText(row);
      return values === "" ? [] : [`${nameStatistic(row)} ${values}`];
    });
}

function isZero({ before, after }: ComparedRowEntry): boolean {
  return [before, after].every((side) => side.kind === "present" && side.value === 0);
}
