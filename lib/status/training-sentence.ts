/**
 * The status of a training job as a sentence: whether its steps continue, their speed, the loss, and the waiting
 * times.
 */
import type { Reading } from "@/lib/model/reading";
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { durationText, textPart } from "./sentence-parts";
import type { OverviewRowFacts } from "./status-rule";

/** In display order: steps, throughput, loss, and waiting times of a step. */
const phrases = {
  "train-batches": ["batches ", ""],
  "train-step-time": ["", " a step"],
  "train-samples": ["samples ", ""],
  "train-tokens": ["", ""],
  "train-loss": ["", ""],
  "train-allreduce-time": ["", " an all-reduce"],
  "train-data-wait": ["", " waiting for data"],
  "train-allreduce-share": ["", " in all-reduce"],
} as const satisfies Partial<Record<SignalId, readonly [before: string, after: string]>>;

/** Signal that the sentence about a training job contains. */
export type TrainingSentenceSignal = keyof typeof phrases;
/** Signals that the sentence about a training job contains. */
export const trainingSentenceSignals = Object.keys(phrases) as readonly TrainingSentenceSignal[];
type Facts = Pick<OverviewRowFacts, "slug" | "status" | "statusNumbers" | "training">;
/** Readings of a training job by signal. */
export type TrainingReadings = Readonly<Record<TrainingSentenceSignal, Reading>>;

const stillFor = durationText(evaluationWindows.frozenForMs);

/**
 * Returns the status of a training job in one sentence. A finished job cannot be distinguished from one that
 * hangs: its targets respond, but no step completes.
 */
export function trainingSentence(facts: Facts): Sentence {
  const { status, statusNumbers } = facts;
  if (status === "ok") return progressSentence(facts);
  if (status === "stalled")
    return [
      textPart(
        `No training step was completed for ${stillFor}, although the targets respond. The job hangs or has finished.`,
      ),
    ];
  if (statusNumbers?.targets === "none")
    return [
      textPart("No series matches the selectors of this deployment. Correct them where they are defined."),
    ];
  if (statusNumbers?.targets === "without-series")
    return [textPart("The targets respond, but they no longer report training metrics.")];
  if (statusNumbers?.steps?.increase === 0)
    return [textPart(`The job started less than ${stillFor} ago and has not completed a training step yet.`)];
  return [
    textPart(
      "No metric counts training steps, so progress is unknown. In Settings › Deployments, map a counter or a histogram of the steps.",
    ),
  ];
}

function progressSentence({ slug, training }: Facts): Sentence {
  const known = trainingSentenceSignals.flatMap((signal) => {
    const reading = training?.[signal];
    return reading?.kind === "present" ? [{ signal, reading }] : [];
  });
  if (known.length === 0) return [textPart(`Training: steps were completed within the last ${stillFor}.`)];
  const list = known.flatMap(({ signal, reading: { value } }, index): readonly SentencePart[] => {
    const [before, after] = phrases[signal];
    const { unit, displayUnit } = signalDefinition(signal);
    const number = { kind: "number", value, unit, displayUnit, deployment: slug, signal } as const;
    return [textPart(`${index === 0 ? "" : ", "}${before}`), number, textPart(after)];
  });
  const over = windowsOf(known.map(({ reading }) => reading.windowMs));
  return [textPart("Training: "), ...list, textPart(`, over the last ${over}.`)].filter(
    (part) => part.kind !== "text" || part.text !== "",
  );
}

/**
 * Returns the windows of the values as text. Rates of a young job cover a shorter window than its means, so both
 * windows are stated.
 */
function windowsOf(windowsMs: readonly number[]): string {
  const [min, max] = [Math.min(...windowsMs), Math.max(...windowsMs)];
  return min === max ? durationText(max) : `${durationText(max)} (rates: last ${durationText(min)})`;
}
