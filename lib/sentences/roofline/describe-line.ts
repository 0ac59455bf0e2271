/** Describes the line of step time against batch size, or states why no line was fitted. */
import type { BatchCurve, KneeLimit } from "@/lib/analysis/roofline/sweep/batch-curve";
import type { JudgedLine, SweepLineResult } from "@/lib/analysis/roofline/sweep/judge-line";
import { kneeLimitText } from "./knee-limit";
import {
  countPart,
  millisecondsPart,
  percentPart,
  sentence,
  textPart,
  type MutableSentence,
} from "./sentence-parts";

/** Reason why step time cannot be fitted as a line over batch size. */
export type UnfittedLine = Extract<SweepLineResult, { kind: "cannot-fit" }>;

/** Line of step time over batch size, with its throughput ceiling and knee. */
export interface LineFacts extends BatchCurve {
  readonly fit: JudgedLine;
  readonly limitBelowKnee: KneeLimit | null;
}

/** Returns why the effect of the batch size cannot be estimated. */
export function unfittedLineSentence(line: UnfittedLine, hasExperts: boolean): MutableSentence {
  switch (line.reason) {
    case "too-few-steps":
      return sentence(
        textPart(
          "The effect of the batch size cannot be estimated, because too few intervals contain decode steps.",
        ),
      );
    case "too-few-batches":
      return sentence(
        textPart(
          "The effect of the batch size cannot be estimated, because it had too few different values.",
        ),
      );
    case "batches-too-alike":
      return sentence(
        textPart(
          "Batch size barely changed in this window, so its effect on step time cannot be estimated. Choose a longer window.",
        ),
      );
    case "same-batch-differs":
      return sentence(
        textPart("Steps with a batch size of "),
        countPart(line.batch),
        textPart(" took from "),
        millisecondsPart(line.minSeconds),
        textPart(" to "),
        millisecondsPart(line.maxSeconds),
        textPart(". Something other than the batch changed, so the effect of the batch cannot be estimated."),
      );
    case "levels-off":
      return sentence(
        textPart(
          hasExperts
            ? "Each additional sequence adds less time than the previous one. Expert reads grow with the batch and level off, so the step time of larger batches cannot be predicted."
            : "Each additional sequence adds less time than the previous one, so the step time of larger batches cannot be predicted.",
        ),
      );
    case "steepens":
      return sentence(
        textPart(
          "Each additional sequence adds more time than the previous one, so the step time of larger batches cannot be predicted.",
        ),
      );
    case "off-the-line":
      return sentence(
        textPart("Step times deviate by up to "),
        percentPart(line.largestErrorRatio),
        textPart(" from every straight line, so the effect of the batch cannot be estimated."),
      );
    case "too-uncertain":
      return sentence(
        textPart("Base time and time per sequence are too uncertain to estimate the effect of the batch."),
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
    ? sentence(
        textPart("A step takes "),
        millisecondsPart(centre.seconds.value),
        textPart(" at every batch size, ± 5 %"),
      )
    : sentence(
        textPart("A step takes "),
        millisecondsPart(baseSeconds.value),
        textPart(" plus "),
        millisecondsPart(perSequenceSeconds.value),
        textPart(" per sequence"),
      );
}

/** Returns how step time and throughput depend on the batch size. */
export function lineSentence({ fit, kneeBatch, limitBelowKnee }: LineFacts): MutableSentence {
  const line = stepSentence(fit);
  if (limitBelowKnee !== null)
    return sentence(
      ...line,
      textPart(
        `. Up to ${kneeLimitText(limitBelowKnee)}, doubling the batch gains at least 10 % throughput.`,
      ),
    );
  if (kneeBatch === null)
    return sentence(
      ...line,
      textPart(". The batch sizes in this window do not show where throughput stops growing."),
    );
  return sentence(
    ...line,
    textPart(". Above a batch size of "),
    countPart(kneeBatch.value),
    textPart(", doubling the batch gains less than 10 % throughput."),
  );
}
