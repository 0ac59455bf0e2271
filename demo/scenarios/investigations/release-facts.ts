// Measurements of the slow release, read from the product. All numbers in the texts of the investigation are from here.
import type { ComparisonEntry } from "@/lib/contracts/comparisons";
import { loadLines } from "@/lib/sentences/comparisons/load-text";
import { ScenarioError } from "../scenario";
import type { EndpointCaller } from "../writing/call-endpoint";
import { compareWithWeekBefore, findMean } from "./compare-windows";
import { releaseDeployment, type ReleaseDates } from "./release-dates";

export interface ReleaseFacts {
  /** The first hours of the release compared with the same hours of the week before. */
  readonly first: ComparisonEntry;
  /** The first day, compared in the same way. */
  readonly day: ComparisonEntry;
  /** Mean TPOT of the first day, before and after. */
  readonly tpot: NonNullable<ReturnType<typeof findMean>>;
  /** Lines about the load of both days. */
  readonly load: readonly string[];
  readonly isLoadEqual: boolean;
}

/** Throws `ScenarioError` if the product does not measure a worse TPOT. */
export async function readReleaseFacts(call: EndpointCaller, dates: ReleaseDates): Promise<ReleaseFacts> {
  const deployment = releaseDeployment;
  const first = await compareWithWeekBefore(call, { deployment, window: dates.firstHours });
  const day = await compareWithWeekBefore(call, { deployment, window: dates.firstDay });
  const tpot = findMean(day, "tpot");
  if (first.result?.verdict !== "worse" || day.result?.verdict !== "worse" || tpot === undefined)
    throw new ScenarioError(
      `the release of ${deployment} is not measured as worse: ${first.sentence} ${day.sentence}`,
      "wait until the demo prints “history: all days are shown”, then repeat the command",
    );
  const { load } = day.result;
  const isLoadEqual = load.differences.length === 0 && load.unknown.length === 0;
  return { first, day, tpot, load: loadLines(load), isLoadEqual };
}

/** Returns the address of the comparison inside Ridgepoint. */
export function createCompareLink({ before, after, statistic }: ComparisonEntry): string {
  const query = new URLSearchParams({ before: before.reference, after: after.reference, statistic });
  return `/compare?${query.toString()}`;
}
