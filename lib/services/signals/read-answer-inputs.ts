/** Reads all inputs of an answer, each as soon as its queries are known. */
import type { AnswerSplit } from "@/lib/model/answer";
import type { InstantVector, Matrix } from "@/lib/model/grid";
import type { Question } from "@/lib/model/question";
import type { Exclusion } from "@/lib/semantic/evaluate/excluded-time";
import type { ReadResults } from "@/lib/services/series/read-series";
import {
  chooseGridTiming,
  nonRateHeadlineWindow,
  readHeadlineRateWindow,
  chooseHeadlineMs,
} from "./answer-times";
import { createSplitPlans, createUnsplitPlans, type SeriesPlan } from "./series-plans";
import { chooseSplit } from "./choose-split";
import type { RateWindow } from "./rate-window";
import {
  readHeadlines,
  readWindowSeries,
  withScrapeEvidence,
  withHeadlineScrapeEvidence,
  type ResolvedQuestion,
  type GridTiming,
} from "./read-queries";
import { readExclusions } from "./read-exclusions";

/** Query results and times from which an answer is assembled. */
export interface AnswerInputs {
  readonly timing: GridTiming;
  readonly headlineRateWindow: RateWindow;
  /** Undefined without a split, or if there is nothing to split. */
  readonly split: AnswerSplit | "unlabelled" | undefined;
  readonly seriesPlans: readonly SeriesPlan[];
  readonly windowResults: ReadResults<Matrix>;
  readonly headlineResults: ReadResults<InstantVector>;
  /** Excluded times of the window. Undefined if no window summary is requested. */
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
  const context = { question, resolvedQuestion: resolved, splitChoice: choice };
  const atMs = chooseHeadlineMs(resolved.window);
  const choosing = chooseGridTiming(resolved, maxPoints);
  const measuring = question.statistics.includes("rate")
    ? readHeadlineRateWindow(resolved)
    : Promise.resolve(nonRateHeadlineWindow);
  const marking = async ({ grid, rateWindowMs }: GridTiming): Promise<Exclusion | undefined> =>
    question.extras?.includes("window-summary") === true
      ? readExclusions(resolved.deploymentId, grid, rateWindowMs)
      : undefined;
  const [timing, rateWindow, named, split, ranges, instants, exclusions] = await Promise.all([
    choosing,
    measuring,
    choice?.namedValues,
    choice?.answerSplit,
    choosing.then(async (one) => withScrapeEvidence(context, one, await readWindowSeries(context, one))),
    measuring.then(async (one) =>
      withHeadlineScrapeEvidence(context, atMs, await readHeadlines(context, one, atMs)),
    ),
    choosing.then(marking),
  ]);
  const input = { question, queryContext: resolved.queryContext, rateWindowMs: timing.rateWindowMs };
  const parts =
    named === undefined || split === undefined || split === "unlabelled"
      ? createUnsplitPlans(input)
      : createSplitPlans(input, named, split.totalCount - split.namedCount);
  return {
    timing,
    headlineRateWindow: rateWindow,
    split,
    seriesPlans: parts,
    windowResults: ranges,
    headlineResults: instants,
    exclusions,
  };
}
