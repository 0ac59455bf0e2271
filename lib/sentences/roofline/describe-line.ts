/** Words the line of step time against batch size, or why no line was fitted. */
import type { BatchCurve, KneeLimit } from "@/lib/analysis/roofline/sweep/batch-curve";
import type { JudgedLine, SweepLine } from "@/lib/analysis/roofline/sweep/judge-line";
import { kneeLimitText } from "./knee-limit";
import { count, milliseconds, percent, sentence, text, type MutableSentence } from "./sentence-parts";

export type UnfittedLine = Extract<SweepLine, { kind: "cannot-fit" }>;

export interface LineFacts extends BatchCurve {
  readonly fit: JudgedLine;
  readonly limitBelowKnee: KneeLimit | null;
}

export function unfittedLineSentence(line: UnfittedLine, hasExperts: boolean): MutableSentence {
  switch (line.reason) {
    case "too-few-steps":
      return sentence(text("Too few intervals contained decode steps to fit a line."));
    case "too-few-batches":
      return sentence(text("Batch size had too few distinct values to fit a line."));
    case "batches-too-alike":
      return sentence(
        text(
          "Batch size barely changed in this window, so its effect on step time cannot be estimated. Choose a longer window.",
        ),
      );
    case "same-batch-differs":
      return sentence(
        text("Steps with a batch size of "),
        count(line.batch),
        text(" took from "),
        milliseconds(line.minSeconds),
        text(" to "),
        milliseconds(line.maxSeconds),
        text(". Something other than the batch changed, so the effect of the batch cannot be estimated."),
      );
    case "levels-off":
      return sentence(
        text(
          hasExperts
            ? "Each additional sequence adds less time than the previous one. Expert reads grow with the batch and level off, so larger batches cannot be predicted."
            : "Each additional sequence adds less time than the previous one, so larger batches cannot be predicted.",
        ),
      );
    case "steepens":
      return sentence(
        text(
          "Each additional sequence adds more time than the previous one, so larger batches cannot be predicted.",
        ),
      );
    case "off-the-line":
      return sentence(
        text("Step times deviate by up to "),
        percent(line.largestErrorRatio),
        text(" from every straight line, so the effect of the batch cannot be estimated."),
      );
    case "too-uncertain":
      return sentence(
        text("Base time and time per sequence are too uncertain to estimate the effect of the batch."),
      );
  }
}

function stepSentence({
  isFlat,
  meanStep: centre,
  baseSeconds,
  perSequenceSeconds,
}: JudgedLine): MutableSentence {
  return isFlat
    ? sentence(text("A step takes "), milliseconds(centre.seconds.value), text(" at every batch size, ± 5 %"))
    : sentence(
        text("A step takes "),
        milliseconds(baseSeconds.value),
        text(" plus "),
        milliseconds(perSequenceSeconds.value),
        text(" per sequence"),
      );
}

export function lineSentence({ fit, kneeBatch, limitBelowKnee }: LineFacts): MutableSentence {
  const line = stepSentence(fit);
  if (limitBelowKnee !== null)
    return sentence(
      ...line,
      text(`. Up to ${kneeLimitText(limitBelowKnee)}, doubling the batch gains at least 10 % throughput.`),
    );
  if (kneeBatch === null)
    return sentence(
      ...line,
      text(". The batch sizes in this window do not show where throughput stops growing."),
    );
  return sentence(
    ...line,
    text(". Above a batch size of "),
    count(kneeBatch.value),
    text(", doubling the batch gains less than 10 % throughput."),
  );
}
