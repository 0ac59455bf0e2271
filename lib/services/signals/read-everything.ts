/** All that an answer is put together from, each part read as soon as it is known how to ask for it. */
import type { AnswerSplit } from "@/lib/model/answer";
import type { InstantVector, Matrix } from "@/lib/model/grid";
import type { Question } from "@/lib/model/question";
import type { Marked } from "@/lib/semantic/left-out";
import { chooseTiming, fullRateWindow, headlineRateWindow, headlineTime } from "./answer-times";
import { splitParts, wholeParts, type AskedPart } from "./asked-parts";
import { chooseSplit } from "./choose-split";
import type { RateWindow } from "./rate-window";
import {
  readHeadlines,
  readRanges,
  withScrapes,
  withScrapesNow,
  type Read,
  type Resolved,
  type Timing,
} from "./read-asked";
import { readMarked } from "./read-marked";

export interface Everything {
  readonly timing: Timing;
  readonly rateWindow: RateWindow;
  /** Undefined where none was asked for, or nothing answered that could be split. */
  readonly split: AnswerSplit | "unlabelled" | undefined;
  readonly parts: readonly AskedPart[];
  readonly ranges: Read<Matrix>;
  readonly instants: Read<InstantVector>;
  /** Asked for with the statistic over the whole window alone. */
  readonly marked: Marked | undefined;
}

/** Nothing waits for what it does not need: with a slow source each round counts. Throws AppError when a query cannot be had. */
export async function readEverything(
  question: Question,
  resolved: Resolved,
  maxPoints: number,
): Promise<Everything> {
  const choice = chooseSplit(question, resolved);
  const asked = { question, resolved, choice };
  const atMs = headlineTime(resolved.window);
  const choosing = chooseTiming(resolved, maxPoints);
  const measuring = question.statistics.includes("rate")
    ? headlineRateWindow(resolved)
    : Promise.resolve(fullRateWindow);
  const marking = async ({ grid, rateWindowMs }: Timing): Promise<Marked | undefined> =>
    question.extras?.includes("whole-window") === true
      ? readMarked(resolved.deploymentId, grid, rateWindowMs)
      : undefined;
  const [timing, rateWindow, named, split, ranges, instants, marked] = await Promise.all([
    choosing,
    measuring,
    choice?.named,
    choice?.told,
    choosing.then(async (one) => withScrapes(asked, one, await readRanges(asked, one))),
    measuring.then(async (one) => withScrapesNow(asked, atMs, await readHeadlines(asked, one, atMs))),
    choosing.then(marking),
  ]);
  const asking = { question, place: resolved.place, rateWindowMs: timing.rateWindowMs };
  const parts =
    named === undefined || split === undefined || split === "unlabelled"
      ? wholeParts(asking)
      : splitParts(asking, named, split.totalCount - split.namedCount);
  return { timing, rateWindow, split, parts, ranges, instants, marked };
}
