/** Checks whether a metrics source without recent samples of a target was scraping other targets. */
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { buildAnyScrapeQuery } from "@/lib/semantic/compile/up-query";
import { readPromqlInstant } from "./prometheus";

/** Period in which a source that only receives remote writes shows no scrapes. */
const longWindowMs = 6 * 3_600_000;

type ReadAt = Omit<Parameters<typeof readPromqlInstant>[0], "promql">;

/** Returns false if a source restarted a moment ago and has not scraped all targets yet. Throws AppError. */
export async function wasSourceScraping(request: ReadAt): Promise<boolean> {
  const hasSamples = async (promql: string): Promise<boolean> =>
    (await readPromqlInstant({ ...request, promql })).vector.samples.length > 0;
  const halfMs = evaluationWindows.absentForMs / 2;
  if (await hasSamples(buildAnyScrapeQuery(halfMs, halfMs))) return true;
  return !(await hasSamples(buildAnyScrapeQuery(longWindowMs)));
}
