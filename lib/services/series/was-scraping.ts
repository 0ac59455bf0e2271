/** Checks whether a metrics source without recent samples of a target was scraping other targets. */
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { planScrapes } from "@/lib/semantic/compile/up-query";
import { readInstant } from "./read-series";

/** Period in which a source that only receives remote writes shows no scrapes. */
const longWindowMs = 6 * 3_600_000;

type ReadAt = Omit<Parameters<typeof readInstant>[0], "promql">;

/** Returns false for a source that restarted a moment ago and has not scraped all targets yet. Throws AppError. */
export async function wasScraping(read: ReadAt): Promise<boolean> {
  const hasSamples = async (promql: string): Promise<boolean> =>
    (await readInstant({ ...read, promql })).vector.samples.length > 0;
  const halfMs = evaluationWindows.absentForMs / 2;
  if (await hasSamples(planScrapes(halfMs, halfMs))) return true;
  return !(await hasSamples(planScrapes(longWindowMs)));
}
