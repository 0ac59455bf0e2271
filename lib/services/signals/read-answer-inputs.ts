/** Reads all inputs of an answer, each as soon as its queries are known. */
import type { AnswerSplit } from "@/lib/model/answer";
import type { InstantVector, Matrix } from "@/lib/model/grid";
import type { Question } from "@/lib/model/question";
import type { Exclusion } from "@/lib/semantic/evaluate/excluded-time";
import type { ReadResults } from "@/lib/services/series/read-series";
import { chooseTiming, fullRateWindow, headlineRateWindow, headlineTime } from "./answer-times";
import { splitSeriesPlans, unsplitSeriesPlans, type SeriesPlan } from "./series-plans";
import { chooseSplit } from "./choose-split";
import type { RateWindow } from "./rate-window";
import {
  readHeadlines,
  readWindow,
  withScrapes,
  withScrapesNow,
  type ResolvedQuestion,
  type Timing,
} from "./read-queries";
import { readExclusions } from "./read-exclusions";

export interface AnswerInputs {
  readonly timing: Timing;
  readonly rateWindow: RateWindow;
  /** Undefined without a split, or if there is nothing to split. */
  readonly split: AnswerSplit | "unlabelled" | undefined;
  readonly parts: readonly SeriesPlan[];
  readonly ranges: ReadResults<Matrix>;
  readonly instants: ReadResults<InstantVector>;
  /** Read only if the window summary is requested. */
  readonly exclusions: Exclusion | undefined;
}

/**
 * Reads all inputs in parallel where possible, because each round trip counts with a slow source. Throws AppError if
 * a query fails.
 */
export async function readAnswerInputs(
  question: Question,
  resolved: ResolvedQuestion,
  maxPoints: number,
): Promise<AnswerInputs> {
  const choice = chooseSplit(question, resolved);
  const context = { question, resolved, choice };
  const atMs = headlineTime(resolved.window);
  const choosing = chooseTiming(resolved, maxPoints);
  const measuring = question.statistics.includes("rate")
    ? headlineRateWindow(resolved)
    : Promise.resolve(fullRateWindow);
  const marking = async ({ grid, rateWindowMs }: Timing): Promise<Exclusion | undefined> =>
    question.extras?.includes("window-summary") === true
      ? readExclusions(resolved.deploymentId, grid, rateWindowMs)
      : undefined;
  const [timing, rateWindow, named, split, ranges, instants, exclusions] = await Promise.all([
    choosing,
    measuring,
    choice?.named,
    choice?.split,
    choosing.then(async (one) => withScrapes(context, one, await readWindow(context, one))),
    measuring.then(async (one) => withScrapesNow(context, atMs, await readHeadlines(context, one, atMs))),
    choosing.then(marking),
  ]);
  const input = { question, queryContext: resolved.queryContext, rateWindowMs: timing.rateWindowMs };
  const parts =
    named === undefined || split === undefined || split === "unlabelled"
      ? unsplitSeriesPlans(input)
      : splitSeriesPlans(input, named, split.totalCount - split.namedCount);
  return { timing, rateWindow, split, parts, ranges, instants, exclusions };
}
