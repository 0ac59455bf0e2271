/** Whether a metrics source that has no sample of somebody now scraped others meanwhile, or nobody. */
import { limits } from "@/lib/model/status";
import { planScrapes } from "@/lib/semantic/up-query";
import { readInstant } from "./read-series";

/** A source that others write to scrapes nobody: that is seen over this time. */
const longWindowMs = 6 * 3_600_000;

type ReadAt = Omit<Parameters<typeof readInstant>[0], "promql">;

/** One that came back a moment ago has not come to all of its targets yet, and counts as not scraping. Throws AppError. */
export async function wasScraping(at: ReadAt): Promise<boolean> {
  const hasSamples = async (promql: string): Promise<boolean> =>
    (await readInstant({ ...at, promql })).vector.samples.length > 0;
  const halfMs = limits.absentForMs / 2;
  if (await hasSamples(planScrapes(halfMs, halfMs))) return true;
  return !(await hasSamples(planScrapes(longWindowMs)));
}
