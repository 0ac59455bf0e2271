/** How a training job does, in words: whether its steps go on, and how fast, to what loss and waiting for what. */
import type { Reading } from "@/lib/model/reading";
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import { signalDefinition, type SignalId } from "@/lib/model/signals";
import { limits } from "@/lib/model/status";
import type { RowFacts } from "./sentences";

/** In the order they are told: steps, throughput, loss, and what a step waits for. */
const told = {
  "train-batches": ["batches ", ""],
  "train-step-time": ["", " a step"],
  "train-samples": ["samples ", ""],
  "train-tokens": ["", ""],
  "train-loss": ["", ""],
  "train-allreduce-time": ["", " an all-reduce"],
  "train-data-wait": ["", " waiting for data"],
  "train-allreduce-share": ["", " in all-reduce"],
} as const satisfies Partial<Record<SignalId, readonly [before: string, after: string]>>;

export type ToldSignal = keyof typeof told;
export const toldSignals = Object.keys(told) as readonly ToldSignal[];
export type TrainingReadings = Readonly<Record<ToldSignal, Reading>>;

type Facts = Pick<RowFacts, "slug" | "status" | "judgedBy" | "training">;

const stillFor = `${limits.frozenForMs / 60_000} min`;
const say = (text: string): SentencePart => ({ kind: "text", text });

/** A job that is done looks like one that hangs: both answer, and neither takes a step. */
export function trainingSentence(facts: Facts): Sentence {
  const { status, judgedBy } = facts;
  if (status === "ok") return goesOn(facts);
  if (status === "stalled")
    return [say(`No step for ${stillFor}, though its targets answer: it hangs, or it is done.`)];
  if (judgedBy?.targets === "none")
    return [say("No series fits its selectors; correct them where they were written.")];
  if (judgedBy?.targets === "without-series")
    return [say("Its targets answer, but no longer with the metrics that tell of its training.")];
  if (judgedBy?.steps?.moved === 0)
    return [say(`No step was counted yet, and it has not been there for ${stillFor}.`)];
  return [
    say(
      "Nothing that counts its steps is known, so whether it goes on cannot be told. Map a counter or a histogram of its steps to it.",
    ),
  ];
}

function goesOn({ slug, training }: Facts): Sentence {
  const known = toldSignals.flatMap((signal) => {
    const reading = training?.[signal];
    return reading?.kind === "present" ? [{ signal, reading }] : [];
  });
  if (known.length === 0) return [say(`It trains: its steps went on within the last ${stillFor}.`)];
  const list = known.flatMap(({ signal, reading: { value } }, index): readonly SentencePart[] => {
    const [before, after] = told[signal];
    const { unit, displayUnit } = signalDefinition(signal);
    const number = { kind: "number", value, unit, displayUnit, deployment: slug, signal } as const;
    return [say(`${index === 0 ? "" : ", "}${before}`), number, say(after)];
  });
  const over = windowsOf(known.map(({ reading }) => reading.windowMs));
  return [say("It trains: "), ...list, say(`; over the last ${over}.`)].filter(
    (part) => part.kind !== "text" || part.text !== "",
  );
}

/** Rates of a job that began a moment ago speak for less than its means do: each says its own. */
function windowsOf(windowsMs: readonly number[]): string {
  const [least, most] = [Math.min(...windowsMs), Math.max(...windowsMs)];
  return least === most ? span(most) : `${span(most)}, rates over the last ${span(least)} of them`;
}

const span = (ms: number): string => (ms < 60_000 ? `${ms / 1_000} s` : `${ms / 60_000} min`);
