/** What the steps of a window say of their growth with the batch, in words: the line through them, or why there is none. */
import type { BatchCurve, KneeBeyondLimit } from "@/lib/analysis/roofline/sweep/batch-curve";
import type { JudgedLine, SweepLine } from "@/lib/analysis/roofline/sweep/judge-line";
import { count, milliseconds, percent, sentence, text, type WireSentence } from "./sentence-parts";

export type UnfittedLine = Extract<SweepLine, { kind: "cannot-fit" }>;

export interface LineFacts extends BatchCurve {
  readonly fit: JudgedLine;
  readonly beyond: KneeBeyondLimit | null;
}

export function unfittedLineSentence(line: UnfittedLine, hasExperts: boolean): WireSentence {
  switch (line.reason) {
    case "too-few-steps":
      return sentence(text("Too few parts of the window decoded to fit a line through."));
    case "too-few-batches":
      return sentence(text("The batch had too few different values to fit a line through."));
    case "batches-too-alike":
      return sentence(
        text("The batch hardly changed, so the window does not tell how a step grows with it."),
      );
    case "same-batch-differs":
      return sentence(
        text("Steps of the same batch, "),
        count(line.batch),
        text(", took from "),
        milliseconds(line.minSeconds),
        text(" to "),
        milliseconds(line.maxSeconds),
        text(
          ": something other than the batch changed, so the window does not tell how a step grows with it.",
        ),
      );
    case "levels-off":
      return sentence(
        text(
          hasExperts
            ? "Each further sequence adds less than the one before: reads of experts grow with the batch and level off. That is no line, so nothing is told of larger batches."
            : "Each further sequence adds less than the one before. That is no line, so nothing is told of larger batches.",
        ),
      );
    case "steepens":
      return sentence(
        text(
          "Each further sequence adds more than the one before. That is no line, so nothing is told of larger batches.",
        ),
      );
    case "off-the-line":
      return sentence(
        text("Steps lie up to "),
        percent(line.largestErrorRatio),
        text(" off any line, so the window does not tell how they grow with the batch."),
      );
    case "too-uncertain":
      return sentence(
        text(
          "What a step takes without sequences, or what each of them adds, is too uncertain to tell how steps grow with the batch.",
        ),
      );
  }
}

function stepSentence({ isFlat, centre, baseSeconds, perSequenceSeconds }: JudgedLine): WireSentence {
  return isFlat
    ? sentence(
        text("A step takes "),
        milliseconds(centre.seconds.value),
        text(" whatever its batch, within 5 %"),
      )
    : sentence(
        text("A step takes "),
        milliseconds(baseSeconds.value),
        text(" and "),
        milliseconds(perSequenceSeconds.value),
        text(" more for each sequence"),
      );
}

const limitTexts: {
  readonly [L in KneeBeyondLimit["limit"]]: { readonly before: string; readonly after: string };
} = {
  configured: { before: "the batch of ", after: " that is set." },
  memory: { before: "the ", after: " sequences of the present length that memory holds." },
  cache: { before: "the ", after: " sequences of the present length that the engine’s cache holds." },
  observed: { before: "twice the largest batch seen, ", after: "." },
};

export function lineSentence({ fit, kneeBatch, beyond }: LineFacts): WireSentence {
  const line = stepSentence(fit);
  if (beyond !== null)
    return sentence(
      ...line,
      text("; where a doubling would buy less than 10 % lies beyond "),
      text(limitTexts[beyond.limit].before),
      count(beyond.batch),
      text(limitTexts[beyond.limit].after),
    );
  if (kneeBatch === null)
    return sentence(...line, text("; no batch of the window shows where that slows it."));
  return sentence(
    ...line,
    text("; past batch "),
    count(kneeBatch.value),
    text(" a doubling buys less than 10 %."),
  );
}
