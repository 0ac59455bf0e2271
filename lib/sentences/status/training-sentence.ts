/** How a training job does, in words: whether its steps go on, and how fast, to what loss and waiting for what. */
import type { Reading } from "@/lib/model/reading";
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import { signalDefinition, type SignalId } from "@/lib/model/signals";
import { limits } from "@/lib/model/status";
import type { RowFacts } from "./deployment-sentence";

/** In the order they are told: steps, throughput, loss, and what a step waits for. */
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

export type TrainingSentenceSignal = keyof typeof phrases;
export const trainingSentenceSignals = Object.keys(phrases) as readonly TrainingSentenceSignal[];
export type TrainingReadings = Readonly<Record<TrainingSentenceSignal, Reading>>;

type Facts = Pick<RowFacts, "slug" | "status" | "judgedBy" | "training">;

const stillFor = `${limits.frozenForMs / 60_000} min`;
const textPart = (text: string): SentencePart => ({ kind: "text", text });

/** A job that is done looks like one that hangs: both answer, and neither takes a step. */
export function trainingSentence(facts: Facts): Sentence {
  const { status, judgedBy } = facts;
  if (status === "ok") return progressSentence(facts);
  if (status === "stalled")
    return [textPart(`No step for ${stillFor}, though its targets answer: it hangs, or it is done.`)];
  if (judgedBy?.targets === "none")
    return [textPart("No series fits its selectors; correct them where they were written.")];
  if (judgedBy?.targets === "without-series")
    return [textPart("Its targets answer, but no longer with the metrics that tell of its training.")];
  if (judgedBy?.steps?.increase === 0)
    return [textPart(`No step was counted yet, and it has not been there for ${stillFor}.`)];
  return [
    textPart(
      "Nothing that counts its steps is known, so whether it goes on cannot be told. Map a counter or a histogram of its steps to it.",
    ),
  ];
}

function progressSentence({ slug, training }: Facts): Sentence {
  const known = trainingSentenceSignals.flatMap((signal) => {
    const reading = training?.[signal];
    return reading?.kind === "present" ? [{ signal, reading }] : [];
  });
  if (known.length === 0) return [textPart(`It trains: its steps went on within the last ${stillFor}.`)];
  const list = known.flatMap(({ signal, reading: { value } }, index): readonly SentencePart[] => {
    const [before, after] = phrases[signal];
    const { unit, displayUnit } = signalDefinition(signal);
    const number = { kind: "number", value, unit, displayUnit, deployment: slug, signal } as const;
    return [textPart(`${index === 0 ? "" : ", "}${before}`), number, textPart(after)];
  });
  const over = windowsOf(known.map(({ reading }) => reading.windowMs));
  return [textPart("It trains: "), ...list, textPart(`; over the last ${over}.`)].filter(
    (part) => part.kind !== "text" || part.text !== "",
  );
}

/** Rates of a job that began a moment ago speak for less than its means do: each says its own. */
function windowsOf(windowsMs: readonly number[]): string {
  const [min, max] = [Math.min(...windowsMs), Math.max(...windowsMs)];
  return min === max
    ? formatSeconds(max)
    : `${formatSeconds(max)}, rates over the last ${formatSeconds(min)} of them`;
}

const formatSeconds = (ms: number): string => (ms < 60_000 ? `${ms / 1_000} s` : `${ms / 60_000} min`);
